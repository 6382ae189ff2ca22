import type { AnswerEvent, DeltaEvent, FinishEvent, OpenEvent, OpenPart } from '../../canonical/answer.ts'
import type { Citation, MediaPart, OpaquePart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { limits } from './limits.ts'
import { OutputList, type Say, type Spot } from './output-list.ts'
import { writeLateSignature, writeTextSignature } from './signatures.ts'
import type { ToolNames } from './tool-names.ts'
import { CallWriter, PictureWriter, ReasoningWriter, SearchWriter } from './write-items.ts'
import { MessageWriter } from './write-text.ts'

type PartEvent = Extract<AnswerEvent, { type: 'open' | 'delta' | 'signature' | 'cite' | 'close' | 'opaque' }>

/** Writes one open part. */
interface PartWriter {
  delta(event: DeltaEvent): void
  signature?(signature: Signature): void
  cite?(citation: Citation): void
  close(): void
  /** A signature without a place: it follows in an item of its own. */
  lateSignature?: Signature | null
  /** A text's signature: it is in an item of its own before the text's message. */
  textSignature?: Signature | null
}

/** Writes parts as output items, emitted as they grow and kept whole. Only texts share an item. */
export class OutputWriter {
  private readonly output: OutputList
  private readonly messages: MessageWriter
  private readonly open = new Map<number, PartWriter>()
  /** Empty thoughts wait for what follows them, because clients take the last item as the text. */
  private silent: ReasoningWriter[] = []

  constructor(
    say: Say,
    answerId: string,
    private readonly names: ToolNames,
    private readonly losses: Loss[],
  ) {
    this.output = new OutputList(say, answerId)
    this.messages = new MessageWriter(this.output, losses)
  }

  get items(): JsonObject[] {
    return this.output.items
  }

  write(event: PartEvent): void {
    if (event.type === 'opaque') this.opaque(event.part)
    else if (event.type === 'open') this.begin(event)
    else {
      const part = this.open.get(event.index)
      if (part) this.continue(part, event)
    }
  }

  finish(event: FinishEvent): void {
    if (event.otherReasons) note(this.losses, limits.furtherAnswers)
    if (event.reason === 'pause') note(this.losses, limits.pause)
    for (const thought of this.takeSilent()) this.writeSilent(thought, this.messages.spot)
    this.messages.end(event.reason === 'length' ? 'incomplete' : 'completed')
  }

  private begin({ index, part, choice }: OpenEvent): void {
    // `finish` reports that further answers are lost
    if (choice) return
    loseNative(part, 'openai-responses', this.losses)
    if (part.type !== 'reasoning') this.goOn()
    this.open.set(index, this.writerOf(part))
  }

  /** Another part follows: empty thoughts are written where they came. */
  private goOn(): void {
    for (const thought of this.takeSilent()) {
      this.messages.end()
      this.writeSilent(thought)
    }
  }

  private takeSilent(): ReasoningWriter[] {
    const { silent } = this
    if (silent.length > 0) this.silent = []
    return silent
  }

  private writeSilent(thought: ReasoningWriter, later?: Spot): void {
    thought.begin(later)
    thought.close()
  }

  private writerOf(part: OpenPart): PartWriter {
    if (part.type === 'reasoning') return this.reasoning(part)
    if (part.type === 'text') return this.messages.open(part)
    if (part.type === 'media' && !isPicture(part)) return this.mediaText(part)
    this.messages.end()
    switch (part.type) {
      case 'tool-call':
        return part.name === this.names.searchName
          ? new SearchWriter(part, this.output)
          : new CallWriter(part, this.names, this.output)
      case 'media':
        return new PictureWriter(this.output)
    }
  }

  private continue(part: PartWriter, event: Exclude<PartEvent, { type: 'open' | 'opaque' }>): void {
    switch (event.type) {
      case 'delta':
        part.delta(event)
        break
      case 'signature':
        if (part.signature) part.signature(event.signature)
        else note(this.losses, limits.mediaSignature)
        break
      case 'cite':
        part.cite?.(event.citation)
        break
      case 'close':
        this.open.delete(event.index)
        part.close()
        if (part.lateSignature) this.seal(writeLateSignature(part.lateSignature))
        if (part.textSignature) this.seal(writeTextSignature(part.textSignature), this.messages.spot)
    }
  }

  /** A message is finished after the item with its signature, for clients that keep items in the order they finish. */
  private seal(encrypted_content: string, message?: Spot): void {
    if (message) this.messages.seal()
    else this.messages.end()
    const spot = this.output.reserve('rs', message)
    const item = { id: spot.id, type: 'reasoning', summary: [] }
    this.output.begin(spot, item)
    this.output.end(spot, { ...item, encrypted_content })
  }

  private reasoning(part: Extract<OpenPart, { type: 'reasoning' }>): PartWriter {
    const writer = new ReasoningWriter(part, this.output)
    const show = () => {
      if (writer.hasBegun) return
      this.goOn()
      this.messages.end()
    }
    return {
      delta: event => {
        if (!event.text) return
        show()
        writer.delta(event)
      },
      signature: signature => writer.signature(signature),
      close: () => {
        if (writer.isSilent) {
          this.silent.push(writer)
          return
        }
        show()
        writer.close()
      },
    }
  }

  private opaque(part: OpaquePart): void {
    if (part.dialect !== 'openai-responses') {
      loseOpaque(part, this.losses)
      return
    }
    this.goOn()
    this.messages.end()
    const item = part.value as JsonObject // this dialect read it from an item
    const spot = this.output.reserve('item')
    this.output.begin(spot, item)
    this.output.end(spot, item)
  }

  /** Useful only when whole. */
  private mediaText({ kind, mime, url }: Extract<OpenPart, { type: 'media' }>): PartWriter {
    const source: MediaPart['source'] = url === undefined ? { type: 'data', base64: '' } : { type: 'url', url }
    const part: MediaPart = { type: 'media', kind, mime, source }
    const writer: PartWriter = {
      delta({ text, transcript = '' }) {
        if (source.type === 'data') source.base64 += text
        part.transcript = (part.transcript ?? '') + transcript
      },
      signature(signature) {
        writer.textSignature = signature
      },
      close: () => {
        const text = this.messages.open({ type: 'text' })
        text.delta({ text: mediaAsText(part, limits, this.losses) })
        text.close()
      },
    }
    return writer
  }
}

const isPicture = (part: Extract<OpenPart, { type: 'media' }>): boolean =>
  part.kind === 'image' && part.url === undefined
