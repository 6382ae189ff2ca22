import type { AnswerEvent, DeltaEvent, FinishEvent, OpenEvent, OpenPart, StartEvent } from '../../canonical/answer.ts'
import { firstAnswer } from '../../canonical/first-answer.ts'
import { oneAtATime } from '../../canonical/one-at-a-time.ts'
import type { OpaquePart } from '../../canonical/parts.ts'
import { type Signature, UNSIGNED } from '../../canonical/signature.ts'
import { forNextText } from '../../canonical/text-signatures.ts'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import { writeErrorEvent } from '../../errors/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import { chain } from '../../raw/stage.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { writeCallId, writeCitation, writeSignature, writeSilentThought, writeStop, writeTier } from './answer-words.ts'
import { anthropicErrors } from './errors.ts'
import { limits } from './limits.ts'
import { searchFirst } from './search-results.ts'
import { frame, StreamBlocks } from './stream-blocks.ts'
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
  /** Held until the prompt's usage is known, which `message_start` reports. */
  private start: StartEvent | null = null
  private usage: Usage | null = null
  private part: OpenPart | null = null
  /** Whether the thinking being written has its signature. */
  private isSealed = false
  private readonly blocks = new StreamBlocks()
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
          this.blocks.delta({ type: 'citations_delta', citation: writeCitation(event.citation) }),
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

  /** Estimated input, for upstreams that report it last. The end corrects it, as in Messages itself. */
  private estimated = (): Usage => ({ ...noUsage(), input: this.context.estimatedInput ?? 0 })

  /** It is not known yet whether a thought will have text, or whether a signature comes before a text. */
  private open({ part }: OpenEvent): string[] {
    loseNative(part, 'anthropic-messages', this.losses)
    this.part = part
    this.blocks.isOpen = false
    this.isSealed = false
    this.held = ''
    this.transcript = ''
    if (part.type !== 'tool-call') return []
    return this.blocks.start({ type: 'tool_use', id: writeCallId(part.id, part.signature), name: part.name, input: {} })
  }

  private delta(event: DeltaEvent): string[] {
    if (event.logprobs) note(this.losses, limits.logprobs)
    switch (this.part?.type) {
      case 'text':
        return [...this.textStart(), this.blocks.delta({ type: 'text_delta', text: event.text })]
      case 'tool-call':
        return [this.blocks.delta({ type: 'input_json_delta', partial_json: event.text })]
      case 'reasoning': {
        if (!event.text) return []
        const thinking = this.blocks.delta({ type: 'thinking_delta', thinking: event.text })
        return this.blocks.isOpen
          ? [thinking]
          : [...this.blocks.start({ type: 'thinking', thinking: '', signature: '' }), thinking]
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
    if (this.blocks.isOpen) return [this.blocks.signature(writeSignature(partSignature))]
    this.blocks.hide(writeSilentThought(partSignature, this.part))
    return []
  }

  /**
   * A text cannot carry a signature: an empty block before it does or, if the signature comes too late, one after it.
   */
  private signatureText(partSignature: Signature): string[] {
    const riding = this.blocks.isOpen ? partSignature : forNextText(partSignature)
    this.blocks.hide(writeSilentThought(riding, { redacted: true }))
    return []
  }

  private close(): string[] {
    const { part } = this
    this.part = null
    if (part?.type === 'media') return this.media(part)
    if (part?.type === 'text') return [...this.textStart(), this.blocks.stop()]
    if (!this.blocks.isOpen) return []
    // Clients only send back thinking with a signature.
    const isUnsigned = part?.type === 'reasoning' && !this.isSealed
    return [...(isUnsigned ? [this.blocks.signature(UNSIGNED)] : []), this.blocks.stop()]
  }

  private media(part: Extract<OpenPart, { type: 'media' }>): string[] {
    const source =
      part.url === undefined ? { type: 'data' as const, base64: this.held } : { type: 'url' as const, url: part.url }
    const { kind, mime } = part
    const text = mediaAsText({ type: 'media', kind, mime, source, transcript: this.transcript }, limits, this.losses)
    return [
      ...this.blocks.start({ type: 'text', text: '' }),
      this.blocks.delta({ type: 'text_delta', text }),
      this.blocks.stop(),
    ]
  }

  private opaque(part: OpaquePart): string[] {
    if (part.dialect === 'anthropic-messages') return this.blocks.whole(part.value as JsonObject) // this dialect read it from a block
    loseOpaque(part, this.losses)
    return []
  }

  private finish(event: FinishEvent): string[] {
    if (event.otherReasons) note(this.losses, limits.furtherAnswers)
    const usage = writeUsage(event.usage ?? this.usage ?? this.estimated())
    const last = this.blocks.last()
    if (!last) note(this.losses, limits.lastSignature)
    const ends = [frame('message_delta', { delta: writeStop(event), usage }), frame('message_stop', {})]
    return [...(last ?? []), ...ends]
  }

  private textStart = (): string[] => (this.blocks.isOpen ? [] : this.blocks.start({ type: 'text', text: '' }))
}

/** Clients may add the counts of the first event to those of the last one. */
const inputOf = (usage: Usage): Usage => ({
  ...usage,
  output: 0,
  reasoning: 0,
  audioOutput: 0,
  imageOutput: 0,
  toolCalls: {},
})
