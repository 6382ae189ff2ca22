import type { FinishReason } from '../../canonical/answer.ts'
import { PartLedger, type PartNumbers } from '../../canonical/part-ledger.ts'
import type { MediaPart, OpaquePart, TokenLogprob } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Emit } from '../common/frame-reader.ts'
import { FAULTS, NATIVE_MEMBERS, REASON_OF, readLogprobs } from './answer-words.ts'
import { Base64Pieces } from './base64-pieces.ts'
import { readSeal } from './carried-thoughts.ts'
import { PartialArgs } from './partial-args.ts'
import { readOpaque } from './read-contents.ts'
import { readCitations, saysMore } from './read-grounding.ts'
import { readMedia } from './read-media.ts'
import { REDACTED } from './thought-signature.ts'

/** One of the requested answers: turns its chunks' parts into canonical ones. */
export class Candidate {
  private wireReason: string | null = null
  private message = ''
  private readonly ledger: PartLedger
  private nextCall = 0
  /** The call whose arguments come piece by piece. */
  private coming: { key: number; args: PartialArgs } | null = null
  /** The flowing text part, into which citations point. */
  private text = ''
  /**
   * Emitted at once if it comes with the first words; otherwise held until the text ends, because citations come even
   * later.
   */
  private textSignature: Signature | null = null
  private isTextSigned = false
  private spoken: { mime: string | null; pieces: Base64Pieces } | null = null
  /** The members beside the parts, as far as known. */
  private readonly members: JsonObject = {}

  constructor(
    private readonly emit: Emit,
    private readonly numbers: PartNumbers,
    private readonly position: number,
    private readonly origin: string,
  ) {
    this.ledger = new PartLedger(emit, numbers, position)
  }

  get finished(): boolean {
    return this.wireReason !== null
  }

  read(wire: JsonObject): void {
    const logprobs = readLogprobs(wire.logprobsResult)
    this.parts(asObjects(objectOrEmpty(wire.content).parts), logprobs)
    for (const name of NATIVE_MEMBERS) this.note(name, wire[name])
    const reason = asText(wire.finishReason)
    if (reason === null) return
    this.wireReason = reason
    this.message = asText(wire.finishMessage) ?? ''
  }

  close(): void {
    this.endCall()
    this.cite()
    this.endFlow()
    // why it was cut off, for readers of the answer
    if (this.reason() === 'content-filter' && this.message) {
      this.ledger.flow({ type: 'text', refusal: true }, this.message)
    }
    this.ledger.closeAll()
    if (this.position > 0) return
    for (const [kind, value] of Object.entries(this.members)) {
      const isTold = kind === 'groundingMetadata' && !saysMore(objectOrEmpty(value))
      if (!isTold) this.opaque({ type: 'opaque', dialect: 'gemini', kind, value })
    }
  }

  /** An ending without a finish reason: the model's output was malformed. */
  fault(): Pick<UpstreamError, 'code' | 'message'> | null {
    if (this.wireReason === null || !FAULTS.has(this.wireReason) || this.ledger.sawTool) return null
    return { code: this.wireReason, message: this.message || `The model's answer ended with ${this.wireReason}.` }
  }

  reason(): FinishReason {
    const reason = lookUp(REASON_OF, this.wireReason) ?? 'stop'
    return reason === 'stop' && this.ledger.sawTool ? 'tool-calls' : reason
  }

  private parts(wires: readonly JsonObject[], logprobs: TokenLogprob[]): void {
    let more = logprobs.length > 0 ? { logprobs } : undefined
    for (const wire of wires) {
      // any thoughts it carries came before it anyway
      const { signature } = readSeal(wire.thoughtSignature, this.origin)
      if (typeof wire.text !== 'string') this.other(wire, signature)
      else if (wire.thought === true) this.thought(wire.text, signature)
      else if (wire.text === '') this.signature(signature)
      else {
        this.say(wire.text, signature, more)
        more = undefined
      }
    }
    if (more) this.ledger.flow({ type: 'text' }, '', more)
  }

  private say(text: string, signature: Signature | null, more?: { logprobs: TokenLogprob[] }): void {
    // unsigned text continues the text before, because agents take the last text as the whole answer
    if (signature && (this.textSignature || this.isTextSigned)) this.endText()
    if (this.ledger.flowingIndex('text') === null) this.begin(signature)
    else this.textSignature ??= signature
    this.ledger.flow({ type: 'text' }, text, more)
    this.text += text
  }

  private begin(signature: Signature | null): void {
    this.endFlow()
    const index = this.ledger.flow({ type: 'text' }, '')
    if (!signature) return
    this.isTextSigned = true
    this.emit({ type: 'signature', index, signature })
  }

  /** A stream signs a text at its end, with an empty text. */
  private signature(signature: Signature | null): void {
    if (!signature) return
    const isText = this.ledger.flowingIndex('text') !== null
    if (isText && !this.textSignature && !this.isTextSigned) this.textSignature = signature
    else this.thought('', signature, true)
  }

  /** Another family's redacted thought is empty except for its signature. */
  private thought(text: string, signature: Signature | null, isApart = false): void {
    this.endFlow()
    if (isApart || signature?.id === REDACTED) this.ledger.closeFlowing()
    const isRedacted = signature?.id === REDACTED
    if (text || signature)
      this.ledger.flow(isRedacted ? { type: 'reasoning', redacted: true } : { type: 'reasoning' }, text)
    if (signature) this.ledger.signature(isRedacted ? { origin: signature.origin, value: signature.value } : signature)
  }

  private other(wire: JsonObject, signature: Signature | null): void {
    const call = asObject(wire.functionCall)
    // a draft, which is not part of the answer
    const media = wire.thought === true ? undefined : readMedia(wire)?.part
    if (media && this.speech(media)) return
    this.endFlow()
    if (call) this.call(call, signature)
    else if (media) this.media(media, signature)
    else this.opaque(readOpaque(wire))
  }

  /** Vertex can send arguments piece by piece: the call is named once, and continues until a piece ends it. */
  private call(call: JsonObject, signature: Signature | null): void {
    const id = asText(call.id) ?? ''
    const name = asText(call.name) ?? ''
    if (name) this.endCall()
    const isWhole = call.willContinue !== true && call.partialArgs === undefined
    if (!this.coming && isWhole) {
      const key = this.nextCall++
      this.ledger.call(key, { id, name, arguments: JSON.stringify(call.args ?? {}), ...(signature && { signature }) })
      this.ledger.closeCall(key)
      return
    }
    this.coming ??= { key: this.nextCall++, args: new PartialArgs() }
    const { key, args } = this.coming
    this.ledger.call(key, { id, name, ...(signature && { signature }) })
    args.merge(objectOrEmpty(call.args))
    args.take(call.partialArgs)
    if (call.willContinue !== true) this.endCall()
  }

  private endCall(): void {
    if (!this.coming) return
    const { key, args } = this.coming
    this.coming = null
    this.ledger.call(key, { arguments: args.toText() })
    this.ledger.closeCall(key)
  }

  private media({ kind, mime, source }: MediaPart, signature: Signature | null): void {
    this.ledger.closeFlowing()
    const url = source.type === 'url' ? source.url : source.type === 'stored' ? source.id : undefined
    const data = source.type === 'data' ? source.base64 : ''
    this.ledger.flow({ type: 'media', kind, mime, ...(url !== undefined && { url }) }, data)
    if (signature) this.ledger.signature(signature)
    this.ledger.closeFlowing()
  }

  /** A stream's speech comes in pieces of raw samples, which form one part. */
  private speech({ kind, mime, source }: MediaPart): boolean {
    if (source.type !== 'data' || !/^audio\/(l16|pcm)/i.test(mime ?? '')) return false
    if (this.spoken?.mime !== mime) {
      this.endFlow()
      this.ledger.closeFlowing()
      this.spoken = { mime, pieces: new Base64Pieces() }
    }
    this.ledger.flow({ type: 'media', kind, mime }, this.spoken?.pieces.push(source.base64) ?? '')
    return true
  }

  /** If several chunks describe the same thing, the later ones count. */
  private note(name: string, value: unknown): void {
    const object = asObject(value)
    if (object && Object.keys(object).length > 0) this.members[name] = { ...asObject(this.members[name]), ...object }
    else if (Array.isArray(value) && value.length > 0) this.members[name] = value
  }

  private cite(): void {
    const citations = readCitations(this.members, this.text)
    if (citations.length === 0) return
    const index = this.ledger.flowingIndex('text') ?? this.ledger.flow({ type: 'text' }, '')
    for (const citation of citations) this.emit({ type: 'cite', index, citation })
  }

  private endFlow(): void {
    const rest = this.spoken?.pieces.end()
    if (rest) this.ledger.flow({ type: 'media', kind: 'audio', mime: this.spoken?.mime ?? null }, rest)
    this.spoken = null
    this.endText()
  }

  private endText(): void {
    if (this.textSignature) this.ledger.signature(this.textSignature)
    else if (this.isTextSigned) this.ledger.closeFlowing()
    this.textSignature = null
    this.isTextSigned = false
    this.text = ''
  }

  private opaque(part: OpaquePart): void {
    this.ledger.closeFlowing()
    if (this.position === 0) this.emit({ type: 'opaque', index: this.numbers.next++, part })
  }
}
