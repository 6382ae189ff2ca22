import type { OpenPart } from '../../canonical/answer.ts'
import type { PartLedger, PartNumbers } from '../../canonical/part-ledger.ts'
import type { Native, TokenLogprob } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import type { Emit } from '../frame-reader.ts'
import { joinSections, readCitation, SECTION_BREAK } from './read-content.ts'
import { imageOf, nativeOf } from './read-input.ts'
import { isRedacted } from './read-reasoning.ts'
import { readSeal } from './seals.ts'

/** What every output item of one answer shares. */
export interface ItemContext {
  emit: Emit
  numbers: PartNumbers
  /** Keeps the calls: their names may come late, their ids twice. */
  calls: PartLedger
  /** Whose seals the upstream gives. */
  origin: string
}

/**
 * Reads one output item. Its story may be told piece by piece, all at once when it is done, or both: what was told
 * already is not told again.
 */
export interface ItemReader {
  piece(type: string, event: JsonObject): void
  /** The item as it is in the end; without one, no more of it will come. */
  complete(item: JsonObject | null): void
}

export function itemReader(item: JsonObject, key: number, context: ItemContext): ItemReader {
  switch (item.type) {
    case 'message':
      return new MessageItem(nativeOf(item, 'phase'), context)
    case 'reasoning':
      return new ReasoningItem(context)
    case 'function_call':
    case 'custom_tool_call':
      return new CallItem(item, key, context)
    default:
      return new NativeItem(context)
  }
}

interface Running {
  index: number
  text: string
  cited: number
  sawLogprobs: boolean
  isOpen: boolean
}

class MessageItem implements ItemReader {
  private readonly texts = new Map<number, Running>()

  constructor(
    private readonly native: Native | null,
    private readonly context: ItemContext,
  ) {}

  piece(type: string, event: JsonObject): void {
    const at = Number(event.content_index ?? 0)
    switch (type) {
      case 'response.output_text.delta':
        this.more(this.text(at, false), String(event.delta ?? ''), event.logprobs)
        break
      case 'response.refusal.delta':
        this.more(this.text(at, true), String(event.delta ?? ''))
        break
      case 'response.output_text.annotation.added':
        this.cite(this.text(at, false), asObjects([event.annotation]))
        break
      case 'response.output_text.done':
        this.fill(this.text(at, false), event.text)
        break
      case 'response.refusal.done':
        this.fill(this.text(at, true), event.refusal)
        break
      case 'response.content_part.added':
      case 'response.content_part.done':
        this.content(asObject(event.part) ?? {}, at, type.endsWith('done'))
    }
  }

  complete(item: JsonObject | null): void {
    for (const [at, wire] of asObjects(item?.content).entries()) this.content(wire, at, true)
    for (const running of this.texts.values()) this.close(running)
  }

  private content(wire: JsonObject, at: number, isDone: boolean): void {
    if (wire.type !== 'output_text' && wire.type !== 'refusal') {
      if (isDone) this.opaque(wire, at)
      return
    }
    const running = this.text(at, wire.type === 'refusal')
    if (!isDone) return
    const missing = rest(running.text, wire.text ?? wire.refusal)
    this.more(running, missing, running.sawLogprobs ? [] : wire.logprobs)
    this.cite(running, asObjects(wire.annotations).slice(running.cited))
    this.close(running)
  }

  private text(at: number, isRefusal: boolean): Running {
    const known = this.texts.get(at)
    if (known) return known
    const { emit, numbers } = this.context
    const running = { index: numbers.next++, text: '', cited: 0, sawLogprobs: false, isOpen: true }
    this.texts.set(at, running)
    const part: OpenPart = {
      type: 'text',
      ...(isRefusal && { refusal: true }),
      ...(this.native && { native: this.native }),
    }
    emit({ type: 'open', index: running.index, part })
    return running
  }

  private more(running: Running, text: string, wire?: unknown): void {
    const logprobs = asArray(wire).filter(isLogprob)
    if (!running.isOpen || (!text && logprobs.length === 0)) return
    running.text += text
    if (logprobs.length > 0) running.sawLogprobs = true
    this.context.emit({ type: 'delta', index: running.index, text, ...(logprobs.length > 0 && { logprobs }) })
  }

  private fill(running: Running, whole: unknown): void {
    this.more(running, rest(running.text, whole))
  }

  private cite(running: Running, annotations: JsonObject[]): void {
    if (!running.isOpen) return
    running.cited += annotations.length
    for (const annotation of annotations) {
      this.context.emit({ type: 'cite', index: running.index, citation: readCitation(annotation) })
    }
  }

  private close(running: Running): void {
    if (running.isOpen) this.context.emit({ type: 'close', index: running.index })
    running.isOpen = false
  }

  private opaque(wire: JsonObject, at: number): void {
    if (this.texts.has(at)) return
    const { emit, numbers } = this.context
    const index = numbers.next++
    this.texts.set(at, { index, text: '', cited: 0, sawLogprobs: false, isOpen: false })
    emit({
      type: 'opaque',
      index,
      part: { type: 'opaque', dialect: 'openai-responses', kind: String(wire.type), value: wire },
    })
  }
}

type Source = 'summary' | 'content'

/** Shows its content or a summary of it: whichever is told first flows, the other follows it if it says something else. */
class ReasoningItem implements ItemReader {
  private index: number | null = null
  private flowing: Source | null = null
  private readonly told: Record<Source, string> = { summary: '', content: '' }
  private readonly section: Record<Source, unknown> = { summary: undefined, content: undefined }
  private isDone = false

  constructor(private readonly context: ItemContext) {}

  piece(type: string, event: JsonObject): void {
    if (type === 'response.reasoning_summary_text.delta') this.more('summary', event.summary_index, event.delta)
    else if (type === 'response.reasoning_text.delta') this.more('content', event.content_index, event.delta)
  }

  complete(item: JsonObject | null): void {
    if (this.isDone) return
    this.isDone = true
    const whole = { summary: joinSections(item?.summary), content: joinSections(item?.content) }
    const flowing = this.flowing ?? (whole.content ? 'content' : 'summary')
    this.say(rest(this.told[flowing], whole[flowing]))
    const shown = whole[flowing] || this.told[flowing]
    const other = flowing === 'content' ? 'summary' : 'content'
    const more = whole[other] || this.told[other]
    if (more && more !== shown) this.say(SECTION_BREAK + more)
    const seal = item && readSeal(item, this.context.origin)?.seal
    if (seal) {
      const index = this.open(isRedacted(item, seal))
      this.context.emit({ type: 'seal', index, seal })
    }
    if (this.index !== null) this.context.emit({ type: 'close', index: this.index })
  }

  private more(source: Source, section: unknown, delta: unknown): void {
    const text = asText(delta)
    if (text === null || this.isDone) return
    const isNext = this.told[source] !== '' && this.section[source] !== section
    const piece = isNext ? SECTION_BREAK + text : text
    this.section[source] = section
    this.told[source] += piece
    this.flowing ??= source
    if (this.flowing === source) this.say(piece)
  }

  private say(text: string): void {
    if (text) this.context.emit({ type: 'delta', index: this.open(false), text })
  }

  private open(redacted: boolean): number {
    if (this.index !== null) return this.index
    const { emit, numbers } = this.context
    this.index = numbers.next++
    emit({ type: 'open', index: this.index, part: { type: 'reasoning', ...(redacted && { redacted: true }) } })
    return this.index
  }
}

class CallItem implements ItemReader {
  private written = ''
  private isDone = false

  constructor(
    item: JsonObject,
    private readonly key: number,
    private readonly context: ItemContext,
  ) {
    this.describe(item)
  }

  piece(type: string, event: JsonObject): void {
    if (PIECES_OF_CALLS.has(type)) this.more(asText(event.delta) ?? '')
    else if (WHOLES_OF_CALLS.has(type)) this.more(rest(this.written, event.arguments ?? event.input))
  }

  complete(item: JsonObject | null): void {
    if (this.isDone) return
    if (item) {
      this.describe(item)
      this.more(rest(this.written, item.arguments ?? item.input))
    }
    this.isDone = true
    this.context.calls.closeCall(this.key)
  }

  private describe(item: JsonObject): void {
    const native = nativeOf(item, 'namespace')
    this.context.calls.call(this.key, {
      id: asText(item.call_id) ?? asText(item.id) ?? undefined,
      name: asText(item.name) ?? undefined,
      custom: item.type === 'custom_tool_call',
      ...(native && { native }),
    })
  }

  private more(text: string): void {
    if (!text || this.isDone) return
    this.written += text
    this.context.calls.call(this.key, { arguments: text })
  }
}

const PIECES_OF_CALLS = new Set(['response.function_call_arguments.delta', 'response.custom_tool_call_input.delta'])
const WHOLES_OF_CALLS = new Set(['response.function_call_arguments.done', 'response.custom_tool_call_input.done'])

/** A picture, or what nobody else knows: of use only when it is whole. */
class NativeItem implements ItemReader {
  private isDone = false

  constructor(private readonly context: ItemContext) {}

  piece(): void {
    // its progress, which the whole item makes good for
  }

  complete(item: JsonObject | null): void {
    if (!item || this.isDone) return
    this.isDone = true
    const { emit, numbers } = this.context
    const index = numbers.next++
    const base64 = item.type === 'image_generation_call' ? asText(item.result) : null
    if (base64 === null) {
      const kind = String(item.type)
      emit({ type: 'opaque', index, part: { type: 'opaque', dialect: 'openai-responses', kind, value: item } })
      return
    }
    emit({ type: 'open', index, part: imageOf(item) })
    emit({ type: 'delta', index, text: base64 })
    emit({ type: 'close', index })
  }
}

/** What of the whole was not told yet; nothing where the two do not agree. */
const rest = (told: string, whole: unknown): string =>
  typeof whole === 'string' && whole.startsWith(told) ? whole.slice(told.length) : ''

const isLogprob = (value: unknown): value is TokenLogprob => typeof asObject(value)?.token === 'string'
