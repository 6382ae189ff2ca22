import type { AnswerEvent, DeltaEvent, FinishEvent, OpenEvent, OpenPart, StartEvent } from '../../canonical/answer.ts'
import { firstAnswer } from '../../canonical/first-answer.ts'
import { oneAtATime } from '../../canonical/one-at-a-time.ts'
import type { OpaquePart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import { writeErrorEvent } from '../../errors/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import { chain } from '../../raw/stage.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { writeCallId, writeCitation, writeSignature, writeStop, writeTier } from './answer-words.ts'
import { anthropicErrors } from './errors.ts'
import { limits } from './limits.ts'
import { writeUsage } from './write-usage.ts'

/** Events into the server-sent events of Messages. Blocks come one after another there. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  const writer = new MessagesStreamWriter(context, losses)
  const stage = chain(chain(firstAnswer(), oneAtATime()), {
    push: event => writer.write(event),
    end: () => [] as string[],
  })
  return { losses, push: stage.push, end: stage.end }
}

class MessagesStreamWriter {
  /** Held until it is known what the prompt cost: `message_start` says it. */
  private start: StartEvent | null = null
  private usage: Usage = noUsage()
  private nextIndex = 0
  /** The part that is open, once it has a block. */
  private part: OpenPart | null = null
  private hasBlock = false
  /** Whether the thinking being written has its signature. */
  private isSealed = false
  private held = ''
  private transcript = ''

  constructor(
    private readonly context: WriteAnswerContext,
    private readonly losses: Loss[],
  ) {}

  write(event: AnswerEvent): string[] {
    if (event.type === 'start') {
      this.start = event
      return []
    }
    if (event.type === 'usage') {
      this.usage = event.usage
      return []
    }
    const written = this.body(event)
    return this.start && event.type !== 'error' ? [this.takeStart(this.start), ...written] : written
  }

  private body(event: Exclude<AnswerEvent, { type: 'start' | 'usage' }>): string[] {
    switch (event.type) {
      case 'open':
        return this.open(event)
      case 'delta':
        return this.delta(event)
      case 'signature':
        return this.signature(event.signature)
      case 'cite':
        return [this.blockDelta({ type: 'citations_delta', citation: writeCitation(event.citation) })]
      case 'close':
        return this.close()
      case 'opaque':
        return this.opaque(event.part)
      case 'finish':
        return this.finish(event)
      case 'error':
        return [writeErrorEvent(anthropicErrors, { ...event.error, requestId: this.context.requestId })]
    }
  }

  private takeStart(start: StartEvent): string {
    this.start = null
    const message = {
      id: start.id || this.context.id,
      type: 'message',
      role: 'assistant',
      model: this.context.model || start.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...writeUsage(this.usage), ...writeTier(start.serviceTier) },
    }
    return frame('message_start', { message })
  }

  /** Of a reasoning part it is not known yet whether there will be anything to show. */
  private open({ part }: OpenEvent): string[] {
    loseNative(part, 'anthropic-messages', this.losses)
    this.part = part
    this.hasBlock = false
    this.isSealed = false
    this.held = ''
    this.transcript = ''
    if (part.type === 'text') return [this.blockStart({ type: 'text', text: '' })]
    if (part.type !== 'tool-call') return []
    return [this.blockStart({ type: 'tool_use', id: writeCallId(part.id, part.signature), name: part.name, input: {} })]
  }

  private delta(event: DeltaEvent): string[] {
    if (event.logprobs) note(this.losses, limits.logprobs)
    switch (this.part?.type) {
      case 'text':
        return [this.blockDelta({ type: 'text_delta', text: event.text })]
      case 'tool-call':
        return [this.blockDelta({ type: 'input_json_delta', partial_json: event.text })]
      case 'reasoning': {
        const thinking = this.blockDelta({ type: 'thinking_delta', thinking: event.text })
        return this.hasBlock ? [thinking] : [this.thinkingStart(), thinking]
      }
      default:
        this.held += event.text
        this.transcript += event.transcript ?? ''
        return []
    }
  }

  private signature(partSignature: Signature): string[] {
    if (this.part?.type === 'text') return this.signatureText(partSignature)
    if (this.part?.type === 'media') {
      note(this.losses, limits.mediaSignature)
      return []
    }
    if (this.part?.type !== 'reasoning') {
      note(this.losses, limits.lateSignature)
      return []
    }
    const wireSignature = writeSignature(partSignature)
    const signature = this.signatureDelta(wireSignature)
    this.isSealed = true
    if (this.hasBlock) return [signature]
    const isThinking = partSignature.origin === 'anthropic' && !this.part.redacted
    return isThinking
      ? [this.thinkingStart(), signature]
      : [this.blockStart({ type: 'redacted_thinking', data: wireSignature })]
  }

  /** A text has no place for one: it follows as a block that shows nothing, which the text's end then closes. */
  private signatureText(partSignature: Signature): string[] {
    return [this.blockStop(), this.blockStart({ type: 'redacted_thinking', data: writeSignature(partSignature) })]
  }

  private close(): string[] {
    const { part } = this
    this.part = null
    if (part?.type === 'media') return this.media(part)
    if (!this.hasBlock) return []
    // Clients hand back only thinking that has a signature, be it an empty one.
    const isUnsealed = part?.type === 'reasoning' && !this.isSealed
    return [...(isUnsealed ? [this.signatureDelta('')] : []), this.blockStop()]
  }

  private media(part: Extract<OpenPart, { type: 'media' }>): string[] {
    const source =
      part.url === undefined ? { type: 'data' as const, base64: this.held } : { type: 'url' as const, url: part.url }
    const { kind, mime } = part
    const text = mediaAsText({ type: 'media', kind, mime, source, transcript: this.transcript }, limits, this.losses)
    return [
      this.blockStart({ type: 'text', text: '' }),
      this.blockDelta({ type: 'text_delta', text }),
      this.blockStop(),
    ]
  }

  private opaque(part: OpaquePart): string[] {
    if (part.dialect === 'anthropic-messages') return [this.blockStart(part.value as JsonObject), this.blockStop()]
    loseOpaque(part, this.losses)
    return []
  }

  private finish(event: FinishEvent): string[] {
    if (event.otherReasons) note(this.losses, limits.furtherAnswers)
    const usage = writeUsage(event.usage ?? this.usage)
    return [frame('message_delta', { delta: writeStop(event), usage }), frame('message_stop', {})]
  }

  private signatureDelta = (signature: string): string => this.blockDelta({ type: 'signature_delta', signature })

  private thinkingStart = (): string => this.blockStart({ type: 'thinking', thinking: '', signature: '' })

  private blockStart(block: JsonObject): string {
    this.hasBlock = true
    return frame('content_block_start', { index: this.nextIndex, content_block: block })
  }

  private blockDelta(delta: JsonObject): string {
    return frame('content_block_delta', { index: this.nextIndex, delta })
  }

  private blockStop(): string {
    return frame('content_block_stop', { index: this.nextIndex++ })
  }
}

const frame = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`
