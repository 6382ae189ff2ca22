import type { AnswerEvent, DeltaEvent, FinishEvent, OpenEvent, OpenPart, StartEvent } from '../../canonical/answer.ts'
import { firstAnswer } from '../../canonical/first-answer.ts'
import { oneAtATime } from '../../canonical/one-at-a-time.ts'
import type { OpaquePart } from '../../canonical/parts.ts'
import { type Signature, UNSIGNED } from '../../canonical/signature.ts'
import { forNextText } from '../../canonical/text-signatures.ts'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import { writeErrorEvent } from '../../errors/index.ts'
import { isObject, type JsonObject } from '../../raw/json.ts'
import { chain } from '../../raw/stage.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { writeCallId, writeCitation, writeSignature, writeSilentThought, writeStop, writeTier } from './answer-words.ts'
import { anthropicErrors } from './errors.ts'
import { limits } from './limits.ts'
import { searchFirst } from './search-results.ts'
import { writeUsage } from './write-usage.ts'

/** Writes events as the server-sent events of Messages, whose blocks come one after another. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  const writer = new MessagesStreamWriter(context, losses)
  const stage = chain(chain(chain(firstAnswer(), oneAtATime()), searchFirst(context, losses)), {
    push: event => writer.write(event),
    end: () => [] as string[],
  })
  return { losses, push: stage.push, end: stage.end }
}

class MessagesStreamWriter {
  /** Held until the prompt's usage is known, which `message_start` carries. */
  private start: StartEvent | null = null
  private usage: Usage | null = null
  private nextIndex = 0
  /** The open part, once it has a block. */
  private part: OpenPart | null = null
  private hasBlock = false
  /** Whether the thinking being written has its signature. */
  private isSealed = false
  /** Blocks that show nothing wait for one that does: clients take the last block as the answer. */
  private silent: JsonObject[] = []
  private saidLast = false
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
        return [
          ...this.textStart(),
          this.blockDelta({ type: 'citations_delta', citation: writeCitation(event.citation) }),
        ]
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
      usage: { ...writeUsage(inputOf(this.usage ?? this.estimated())), ...writeTier(start.serviceTier) },
    }
    return frame('message_start', { message })
  }

  /** Estimated input, for upstreams that report it last. The end then corrects it, as in Messages itself. */
  private estimated = (): Usage => ({ ...noUsage(), input: this.context.estimatedInput ?? 0 })

  /** It is not known yet whether a thought will have text, or whether a signature precedes a text. */
  private open({ part }: OpenEvent): string[] {
    loseNative(part, 'anthropic-messages', this.losses)
    this.part = part
    this.hasBlock = false
    this.isSealed = false
    this.held = ''
    this.transcript = ''
    if (part.type !== 'tool-call') return []
    return this.blockStart({ type: 'tool_use', id: writeCallId(part.id, part.signature), name: part.name, input: {} })
  }

  private delta(event: DeltaEvent): string[] {
    if (event.logprobs) note(this.losses, limits.logprobs)
    switch (this.part?.type) {
      case 'text':
        return [...this.textStart(), this.blockDelta({ type: 'text_delta', text: event.text })]
      case 'tool-call':
        return [this.blockDelta({ type: 'input_json_delta', partial_json: event.text })]
      case 'reasoning': {
        if (!event.text) return []
        const thinking = this.blockDelta({ type: 'thinking_delta', thinking: event.text })
        return this.hasBlock ? [thinking] : [...this.thinkingStart(), thinking]
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
    this.isSealed = true
    if (this.hasBlock) return [this.signatureDelta(writeSignature(partSignature))]
    this.silent.push(writeSilentThought(partSignature, this.part))
    return []
  }

  /** A text cannot carry one: it rides in an empty block before the text or, if it comes too late, after it. */
  private signatureText(partSignature: Signature): string[] {
    const riding = this.hasBlock ? partSignature : forNextText(partSignature)
    this.silent.push(writeSilentThought(riding, { redacted: true }))
    return []
  }

  private close(): string[] {
    const { part } = this
    this.part = null
    if (part?.type === 'media') return this.media(part)
    if (part?.type === 'text') return [...this.textStart(), this.blockStop()]
    if (!this.hasBlock) return []
    // Clients only send back thinking that has a signature.
    const isUnsigned = part?.type === 'reasoning' && !this.isSealed
    return [...(isUnsigned ? [this.signatureDelta(UNSIGNED)] : []), this.blockStop()]
  }

  private media(part: Extract<OpenPart, { type: 'media' }>): string[] {
    const source =
      part.url === undefined ? { type: 'data' as const, base64: this.held } : { type: 'url' as const, url: part.url }
    const { kind, mime } = part
    const text = mediaAsText({ type: 'media', kind, mime, source, transcript: this.transcript }, limits, this.losses)
    return [
      ...this.blockStart({ type: 'text', text: '' }),
      this.blockDelta({ type: 'text_delta', text }),
      this.blockStop(),
    ]
  }

  private opaque(part: OpaquePart): string[] {
    if (part.dialect === 'anthropic-messages') return this.nativeBlock(part.value as JsonObject) // this dialect read it from a block
    loseOpaque(part, this.losses)
    return []
  }

  /** Clients gather the input of a call from its pieces. */
  private nativeBlock(block: JsonObject): string[] {
    const { input } = block
    if (!isObject(input)) return [...this.blockStart(block), this.blockStop()]
    const piece = this.blockDelta({ type: 'input_json_delta', partial_json: JSON.stringify(input) })
    return [...this.blockStart({ ...block, input: {} }), piece, this.blockStop()]
  }

  private finish(event: FinishEvent): string[] {
    if (event.otherReasons) note(this.losses, limits.furtherAnswers)
    const usage = writeUsage(event.usage ?? this.usage ?? this.estimated())
    return [...this.lastSilent(), frame('message_delta', { delta: writeStop(event), usage }), frame('message_stop', {})]
  }

  private lastSilent(): string[] {
    if (!this.saidLast || this.silent.length === 0) return this.takeSilent()
    note(this.losses, limits.lastSignature)
    return []
  }

  private takeSilent(): string[] {
    const { silent } = this
    if (silent.length > 0) this.silent = []
    return silent.flatMap(block => [...this.silentBlock(block), this.blockStop()])
  }

  /** Clients read the signature of thinking only from its delta. */
  private silentBlock(block: JsonObject): string[] {
    if (block.type !== 'thinking') return [this.begun(block)]
    return [this.begun({ ...block, signature: '' }), this.signatureDelta(String(block.signature))]
  }

  private signatureDelta = (signature: string): string => this.blockDelta({ type: 'signature_delta', signature })

  private thinkingStart = (): string[] => this.blockStart({ type: 'thinking', thinking: '', signature: '' })

  private textStart = (): string[] => (this.hasBlock ? [] : this.blockStart({ type: 'text', text: '' }))

  private blockStart(block: JsonObject): string[] {
    const silent = this.takeSilent()
    this.hasBlock = true
    this.saidLast = block.type === 'text'
    return [...silent, this.begun(block)]
  }

  private begun = (block: JsonObject): string =>
    frame('content_block_start', { index: this.nextIndex, content_block: block })

  private blockDelta(delta: JsonObject): string {
    return frame('content_block_delta', { index: this.nextIndex, delta })
  }

  private blockStop(): string {
    return frame('content_block_stop', { index: this.nextIndex++ })
  }
}

/** Clients may add what the first event counts to what the last one counts. */
const inputOf = (usage: Usage): Usage => ({
  ...usage,
  output: 0,
  reasoning: 0,
  audioOutput: 0,
  imageOutput: 0,
  toolCalls: {},
})

const frame = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`
