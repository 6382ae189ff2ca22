import type { AnswerEvent, DeltaEvent, FinishEvent, OpenEvent, OpenPart } from '../../canonical/answer.ts'
import type { Citation, MediaPart, OpaquePart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { limits } from './limits.ts'
import type { NamespaceMap } from './namespaces.ts'
import { OutputList, type Say } from './output-list.ts'
import { writeLateSignature } from './signatures.ts'
import { CallWriter, PictureWriter, ReasoningWriter } from './write-items.ts'
import { MessageWriter } from './write-text.ts'

type PartEvent = Extract<AnswerEvent, { type: 'open' | 'delta' | 'signature' | 'cite' | 'close' | 'opaque' }>

/** Writes one open part. */
interface PartWriter {
  delta(event: DeltaEvent): void
  signature?(signature: Signature): void
  cite?(citation: Citation): void
  close(): void
  /** A signature there was no place for: it follows in an item of its own. */
  lateSignature: Signature | null
}

/** Parts as output items, told as they grow and kept whole. Only texts share an item. */
export class OutputWriter {
  private readonly output: OutputList
  private readonly messages: MessageWriter
  private readonly open = new Map<number, PartWriter>()

  constructor(
    say: Say,
    answerId: string,
    private readonly namespaces: NamespaceMap,
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
    this.messages.end(event.reason === 'length' ? 'incomplete' : 'completed')
  }

  private begin({ index, part, choice }: OpenEvent): void {
    // `finish` says that further answers are lost
    if (choice) return
    loseNative(part, 'openai-responses', this.losses)
    this.open.set(index, this.writerOf(part))
  }

  private writerOf(part: OpenPart): PartWriter {
    if (part.type === 'text') return this.messages.open(part)
    if (part.type === 'media' && !isPicture(part)) return this.mediaText(part)
    this.messages.end()
    switch (part.type) {
      case 'reasoning':
        return new ReasoningWriter(part, this.output)
      case 'tool-call':
        return new CallWriter(part, this.namespaces, this.output)
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
        if (part.lateSignature) this.lateSignature(part.lateSignature)
    }
  }

  private lateSignature(signature: Signature): void {
    this.messages.end()
    const spot = this.output.reserve('rs')
    const item = { id: spot.id, type: 'reasoning', summary: [] }
    this.output.begin(spot, item)
    this.output.end(spot, { ...item, encrypted_content: writeLateSignature(signature) })
  }

  private opaque(part: OpaquePart): void {
    if (part.dialect !== 'openai-responses') {
      loseOpaque(part, this.losses)
      return
    }
    this.messages.end()
    const item = part.value as JsonObject // read from an item by this dialect
    const spot = this.output.reserve('item')
    this.output.begin(spot, item)
    this.output.end(spot, item)
  }

  /** Of use only when it is whole. */
  private mediaText({ kind, mime, url }: Extract<OpenPart, { type: 'media' }>): PartWriter {
    const source: MediaPart['source'] = url === undefined ? { type: 'data', base64: '' } : { type: 'url', url }
    const part: MediaPart = { type: 'media', kind, mime, source }
    const writer: PartWriter = {
      lateSignature: null,
      delta({ text, transcript = '' }) {
        if (source.type === 'data') source.base64 += text
        part.transcript = (part.transcript ?? '') + transcript
      },
      signature(signature) {
        writer.lateSignature = signature
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
