import type { DeltaEvent, OpenPart } from '../../canonical/answer.ts'
import type { Citation, TokenLogprob } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from '../common/losses.ts'
import { completeLogprobs } from '../common/openai-logprobs.ts'
import { limits } from './limits.ts'
import type { OutputList, Spot } from './output-list.ts'
import { writeAnnotation } from './write-annotation.ts'

type OpenText = Extract<OpenPart, { type: 'text' }>

/** Consecutive texts are one message. */
export class MessageWriter {
  private message: Message | null = null
  /** The message has its signature, so no other text may join it. */
  private isSealed = false

  constructor(
    private readonly output: OutputList,
    private readonly losses: Loss[],
  ) {}

  open(part: OpenText): TextWriter {
    return new TextWriter(part, this.messageFor(part), this.output, this.losses)
  }

  /** The place of the unfinished message; undefined: there is none. */
  get spot(): Spot | undefined {
    return this.message?.spot
  }

  /** The next text begins another message. */
  end(status = 'completed'): void {
    this.message?.close(status)
    this.message = null
    this.isSealed = false
  }

  seal(): void {
    this.isSealed = true
  }

  /** A message has one phase. */
  private messageFor(part: OpenText): Message {
    const phase = part.native?.dialect === 'openai-responses' ? part.native.value.phase : undefined
    if (this.isSealed || this.message?.phase !== phase) this.end()
    this.message ??= new Message(phase, this.output)
    return this.message
  }
}

/** A message item. It ends with the last of its texts. */
class Message {
  readonly spot: Spot
  readonly content: JsonObject[] = []
  private openTexts = 0
  /** How it ended; null: more may come. */
  private status: string | null = null

  constructor(
    readonly phase: unknown,
    private readonly output: OutputList,
  ) {
    this.spot = output.reserve('msg')
    output.begin(this.spot, this.write('in_progress'))
  }

  add(part: JsonObject): number {
    this.openTexts++
    return this.content.push(part) - 1
  }

  complete(at: number, part: JsonObject): void {
    this.content[at] = part
    this.openTexts--
    if (this.status !== null) this.close(this.status)
  }

  close(status: string): void {
    this.status = status
    if (this.openTexts === 0) this.output.end(this.spot, this.write(status))
  }

  private write(status: string): JsonObject {
    const phase = this.phase === undefined ? {} : { phase: this.phase }
    return { id: this.spot.id, type: 'message', status, role: 'assistant', ...phase, content: [...this.content] }
  }
}

/** One text of a message. */
export class TextWriter {
  private readonly at: number
  private text = ''
  private readonly citations: Citation[] = []
  private readonly logprobs: TokenLogprob[] = []
  textSignature: Signature | null = null

  constructor(
    private readonly part: OpenText,
    private readonly message: Message,
    private readonly output: OutputList,
    private readonly losses: Loss[],
  ) {
    const empty = this.write([])
    this.at = message.add(empty)
    this.emit('response.content_part.added', { part: empty })
  }

  delta(event: Pick<DeltaEvent, 'text' | 'logprobs'>): void {
    const { text: delta } = event
    const logprobs = completeLogprobs(event.logprobs ?? [])
    this.text += delta
    this.logprobs.push(...logprobs)
    if (this.part.refusal) this.emit('response.refusal.delta', { delta })
    else this.emit('response.output_text.delta', { delta, logprobs })
  }

  signature(signature: Signature): void {
    this.textSignature = signature
  }

  cite(citation: Citation): void {
    this.citations.push(citation)
  }

  close(): void {
    const { text, logprobs } = this
    const annotations = this.citations.flatMap(citation =>
      writeAnnotation(citation, text, limits.citations, this.losses),
    )
    for (const [annotation_index, annotation] of annotations.entries()) {
      this.emit('response.output_text.annotation.added', { annotation_index, annotation })
    }
    const part = this.write(annotations)
    if (this.part.refusal) this.emit('response.refusal.done', { refusal: text })
    else this.emit('response.output_text.done', { text, logprobs })
    this.emit('response.content_part.done', { part })
    this.message.complete(this.at, part)
  }

  private write(annotations: JsonObject[]): JsonObject {
    if (this.part.refusal) return { type: 'refusal', refusal: this.text }
    return { type: 'output_text', text: this.text, annotations, logprobs: [...this.logprobs] }
  }

  private emit(type: string, members: JsonObject): void {
    this.output.emit(this.message.spot, type, { content_index: this.at, ...members })
  }
}
