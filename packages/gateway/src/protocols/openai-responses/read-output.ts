import { ofThought } from '../../canonical/text-signatures.ts'
import { asText, type JsonObject, typeOf } from '../../raw/json.ts'
import { type ItemContext, type ItemReader, untold } from './item-reader.ts'
import { joinSections, SECTION_BREAK } from './read-content.ts'
import { imageOf, nativeOf } from './read-input.ts'
import { MessageItem } from './read-message.ts'
import { isRedacted } from './read-reasoning.ts'
import { readSignature } from './signatures.ts'

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

type Source = 'summary' | 'content'

/** Emits its content or a summary of it: the one that comes first is streamed, and the other follows if it differs. */
class ReasoningItem implements ItemReader {
  private index: number | null = null
  private flowing: Source | null = null
  private readonly emitted: Record<Source, string> = { summary: '', content: '' }
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
    this.say(untold(this.emitted[flowing], whole[flowing]))
    const shown = whole[flowing] || this.emitted[flowing]
    const other = flowing === 'content' ? 'summary' : 'content'
    const more = whole[other] || this.emitted[other]
    if (more && more !== shown) this.say(SECTION_BREAK + more)
    const found = item && readSignature(item, this.context.origin)?.signature
    const signature = found && ofThought(found)
    if (signature) {
      const index = this.open(isRedacted(item, signature))
      this.context.emit({ type: 'signature', index, signature })
    }
    if (this.index !== null) this.context.emit({ type: 'close', index: this.index })
  }

  private more(source: Source, section: unknown, delta: unknown): void {
    const text = asText(delta)
    if (text === null || this.isDone) return
    const isNext = this.emitted[source] !== '' && this.section[source] !== section
    const piece = isNext ? SECTION_BREAK + text : text
    this.section[source] = section
    this.emitted[source] += piece
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
    else if (WHOLES_OF_CALLS.has(type)) this.more(untold(this.written, event.arguments ?? event.input))
  }

  complete(item: JsonObject | null): void {
    if (this.isDone) return
    if (item) {
      this.describe(item)
      this.more(untold(this.written, item.arguments ?? item.input))
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

/** An image, or an item only this dialect knows: useful only when whole. */
class NativeItem implements ItemReader {
  private isDone = false

  constructor(private readonly context: ItemContext) {}

  piece(): void {
    // progress, which the whole item repeats
  }

  complete(item: JsonObject | null): void {
    if (!item || this.isDone) return
    this.isDone = true
    const { emit, numbers } = this.context
    const index = numbers.next++
    const base64 = item.type === 'image_generation_call' ? asText(item.result) : null
    if (base64 === null) {
      const kind = typeOf(item)
      emit({ type: 'opaque', index, part: { type: 'opaque', dialect: 'openai-responses', kind, value: item } })
      return
    }
    emit({ type: 'open', index, part: imageOf(item) })
    emit({ type: 'delta', index, text: base64 })
    emit({ type: 'close', index })
  }
}
