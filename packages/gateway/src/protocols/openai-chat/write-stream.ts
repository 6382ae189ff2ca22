import type {
  AnswerEvent,
  DeltaEvent,
  FinishEvent,
  FinishReason,
  OpenEvent,
  StartEvent,
} from '../../canonical/answer.ts'
import type { Citation, OpaquePart, ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { writeErrorEvent } from '../../errors/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative } from '../common/losses.ts'
import { completeLogprobs } from '../common/openai-logprobs.ts'
import { memberOf, writeAnnotation, writeCall, writeExtra, writeFinishReason, writeTier } from './answer-words.ts'
import { openAiErrors } from './errors.ts'
import { limits } from './limits.ts'
import { writeDetails } from './reasoning-details.ts'
import { writeUsage } from './write-usage.ts'

/** Writes events as `chat.completion.chunk`s. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  const writer = new ChatStreamWriter(context, losses)
  return { losses, push: event => writer.write(event), end: () => [] }
}

/** What later events need to know of an open part. */
interface Running {
  opened: OpenEvent
  /** Tool calls are numbered separately within their choice. */
  callIndex: number
  /** Kept only for reasoning, to be repeated with its signature. */
  text: string
  signature?: Signature
}

class ChatStreamWriter {
  private head = ''
  private readonly running = new Map<number, Running>()
  private readonly callsOf = new Map<number, number>()
  private readonly refused = new Set<number>()
  private reasoningParts = 0
  /** UTF-16 length of the content so far: annotations point into it. */
  private contentLength = 0
  private contentStart = 0

  constructor(
    private readonly context: WriteAnswerContext,
    private readonly losses: Loss[],
  ) {}

  write(event: AnswerEvent): string[] {
    switch (event.type) {
      case 'start':
        return this.start(event)
      case 'open':
        return this.open(event)
      case 'delta':
        return this.delta(event)
      case 'signature':
        return this.signature(event.index, event.signature)
      case 'cite':
        return this.cite(event.citation)
      case 'close':
        return this.close(event.index)
      case 'opaque':
        return this.opaque(event.part)
      case 'finish':
        return this.finish(event)
      case 'error':
        return [writeErrorEvent(openAiErrors, { ...event.error, requestId: this.context.requestId })]
      case 'usage':
        return []
    }
  }

  private start(event: StartEvent): string[] {
    const { id, created, model } = this.context
    const head = {
      id: event.id || id,
      object: 'chat.completion.chunk',
      created: event.created ?? created,
      model: model || event.model,
      ...writeTier(event.serviceTier),
    }
    // all chunks begin the same way
    this.head = `data: ${JSON.stringify(head).slice(0, -1)},`
    return this.chunk({ role: 'assistant', content: '' }, 0)
  }

  private open(event: OpenEvent): string[] {
    const { part, choice = 0 } = event
    const running: Running = { opened: event, callIndex: 0, text: '' }
    this.running.set(event.index, running)
    loseNative(part, 'openai-chat', this.losses)
    if (part.type === 'text') this.contentStart = this.contentLength
    if (part.type === 'text' && part.refusal) this.refused.add(choice)
    if (part.type === 'media' && part.kind === 'audio' && part.id) return this.chunk({ audio: { id: part.id } }, choice)
    if (part.type === 'media' && part.url) return this.chunk({ images: [image(part.url)] }, choice)
    if (part.type !== 'tool-call') return []
    running.callIndex = this.callsOf.get(choice) ?? 0
    this.callsOf.set(choice, running.callIndex + 1)
    return this.chunk({ tool_calls: [{ index: running.callIndex, ...writeCall({ ...part, arguments: '' }) }] }, choice)
  }

  private delta(event: DeltaEvent): string[] {
    const running = this.running.get(event.index)
    if (!running) return []
    const { part, choice = 0 } = running.opened
    switch (part.type) {
      case 'text':
        return this.text(event, part.refusal === true, choice)
      case 'reasoning':
        running.text += event.text
        return this.chunk({ reasoning_content: event.text }, choice)
      case 'tool-call': {
        const called = part.custom ? { custom: { input: event.text } } : { function: { arguments: event.text } }
        return this.chunk({ tool_calls: [{ index: running.callIndex, ...called }] }, choice)
      }
      case 'media':
        return this.media(event, running, choice)
    }
  }

  private text(event: DeltaEvent, isRefusal: boolean, choice: number): string[] {
    if (!isRefusal && choice === 0) this.contentLength += event.text.length
    const member = isRefusal ? 'refusal' : 'content'
    const logprobs = event.logprobs && { content: null, refusal: null, [member]: completeLogprobs(event.logprobs) }
    return this.chunk({ [member]: event.text }, choice, null, logprobs)
  }

  private media(event: DeltaEvent, running: Running, choice: number): string[] {
    const { part } = running.opened
    if (part.type === 'media' && part.kind === 'audio') {
      const { text: data, transcript } = event
      return this.chunk({ audio: { ...(data && { data }), ...(transcript !== undefined && { transcript }) } }, choice)
    }
    // an image is only useful whole
    running.text += event.text
    return []
  }

  private signature(index: number, signature: Signature): string[] {
    const running = this.running.get(index)
    if (!running) return []
    running.signature = signature
    const { part, choice = 0 } = running.opened
    if (part.type === 'text') return this.chunk(writeExtra(signature), choice)
    if (part.type === 'tool-call') {
      return this.chunk({ tool_calls: [{ index: running.callIndex, ...writeExtra(signature) }] }, choice)
    }
    if (part.type === 'media') note(this.losses, limits.mediaSignature)
    return []
  }

  private cite(citation: Citation): string[] {
    return this.chunk({ annotations: [writeAnnotation(citation, this.contentStart, this.contentLength)] }, 0)
  }

  private close(index: number): string[] {
    const running = this.running.get(index)
    if (!running) return []
    this.running.delete(index)
    const { part, choice = 0 } = running.opened
    if (part.type === 'media' && part.kind !== 'audio' && !part.url) {
      return this.chunk({ images: [image(`data:${part.mime ?? 'image/png'};base64,${running.text}`)] }, choice)
    }
    if (part.type !== 'reasoning') return []
    const number = this.reasoningParts++
    if (!running.signature) return []
    const sealed: ReasoningPart = { ...part, text: running.text, signature: running.signature }
    return this.chunk({ reasoning_details: writeDetails(sealed, number) }, choice)
  }

  private opaque(part: OpaquePart): string[] {
    const member = memberOf(part, this.losses)
    return member === null ? [] : this.chunk({ [member]: [part.value] }, 0)
  }

  private finish(event: FinishEvent): string[] {
    if (event.reason === 'pause') note(this.losses, limits.pause)
    const reasons: FinishReason[] = [event.reason, ...(event.otherReasons ?? [])]
    const chunks = reasons.flatMap((reason, choice) =>
      this.chunk({}, choice, writeFinishReason(reason, this.refused.has(choice))),
    )
    if (this.context.includeUsage && event.usage) {
      chunks.push(`${this.head}"choices":[],"usage":${JSON.stringify(writeUsage(event.usage))}}\n\n`)
    }
    return [...chunks, 'data: [DONE]\n\n']
  }

  private chunk(delta: JsonObject, choice: number, reason: string | null = null, logprobs: unknown = null): string[] {
    const rest = `"logprobs":${logprobs ? JSON.stringify(logprobs) : null},"finish_reason":${JSON.stringify(reason)}`
    return [`${this.head}"choices":[{"index":${choice},"delta":${JSON.stringify(delta)},${rest}}]}\n\n`]
  }
}

const image = (url: string): JsonObject => ({ type: 'image_url', image_url: { url } })
