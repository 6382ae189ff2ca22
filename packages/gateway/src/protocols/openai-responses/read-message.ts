import type { OpenPart } from '../../canonical/answer.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type { Native } from '../../canonical/parts.ts'
import { asObject, asObjects, asText, type JsonObject, typeOf } from '../../raw/json.ts'
import { readLogprobs } from '../common/openai-logprobs.ts'
import { type ItemContext, type ItemReader, untold } from './item-reader.ts'
import { readCitation } from './read-content.ts'

interface Running {
  index: number
  text: string
  cited: number
  sawLogprobs: boolean
  isOpen: boolean
}

/** A message: one part for each of its texts. */
export class MessageItem implements ItemReader {
  private readonly texts = new Map<number, Running>()

  constructor(
    private readonly native: Native | null,
    private readonly context: ItemContext,
  ) {}

  piece(type: string, event: JsonObject): void {
    const at = asDouble(event.content_index) ?? 0
    switch (type) {
      case 'response.output_text.delta':
        this.more(this.text(at, false), asText(event.delta) ?? '', event.logprobs)
        break
      case 'response.refusal.delta':
        this.more(this.text(at, true), asText(event.delta) ?? '')
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
    const missing = untold(running.text, wire.text ?? wire.refusal)
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
    const logprobs = readLogprobs(wire)
    if (!running.isOpen || (!text && logprobs.length === 0)) return
    running.text += text
    if (logprobs.length > 0) running.sawLogprobs = true
    this.context.emit({ type: 'delta', index: running.index, text, ...(logprobs.length > 0 && { logprobs }) })
  }

  private fill(running: Running, whole: unknown): void {
    this.more(running, untold(running.text, whole))
  }

  private cite(running: Running, annotations: readonly JsonObject[]): void {
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
      part: { type: 'opaque', dialect: 'openai-responses', kind: typeOf(wire), value: wire },
    })
  }
}
