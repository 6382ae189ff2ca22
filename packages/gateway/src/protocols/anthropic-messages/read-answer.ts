import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { mergeUsage } from '../../canonical/merge-usage.ts'
import type { Usage } from '../../canonical/usage.ts'
import { findError } from '../../errors/index.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp } from '../../raw/json.ts'
import type { AnswerReaderStage, ReadAnswerContext, SoFar } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readTier } from './answer-words.ts'
import { BlockReader } from './read-blocks.ts'
import { containerBilled, readAnthropicUsage } from './read-usage.ts'

export const readStream = (context?: ReadAnswerContext): AnswerReaderStage =>
  frameReader(emit => new MessagesReader(emit, context?.origin ?? 'anthropic'))

/** Returns a whole message as the events of its stream, with each block whole at its start. */
export function readWhole(body: unknown, context?: ReadAnswerContext): AnswerEvent[] {
  const message = asObject(body) ?? {}
  return readAtOnce(
    emit => new MessagesReader(emit, context?.origin ?? 'anthropic'),
    message.type === 'error' || message.error ? [{ ...message, type: 'error' }] : eventsOf(message),
  )
}

function eventsOf(message: JsonObject): JsonObject[] {
  const blocks = asObjects(message.content).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ])
  const { stop_reason, stop_sequence, usage } = message
  if (!asText(stop_reason)) return [{ type: 'message_start', message }, ...blocks]
  const delta = { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage }
  return [{ type: 'message_start', message }, ...blocks, delta, { type: 'message_stop' }]
}

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
class MessagesReader implements WireReader {
  private started = false
  private usage: JsonObject = {}
  private code: Record<string, number> = {}
  private stopped: { reason: FinishReason; stopSequence: string | null } | null = null
  private readonly blocks: BlockReader

  readonly soFar: SoFar = {
    report: () => this.usage,
    usage: () => this.readUsage(),
    isEnding: () => this.stopped !== null,
  }

  constructor(
    private readonly emit: Emit,
    origin: string,
  ) {
    this.blocks = new BlockReader(emit, origin)
  }

  read(wire: JsonObject): void {
    lookUp(this.on, wire.type)?.(wire)
  }

  /** Some hosts omit `message_stop`. */
  end(): void {
    if (!this.stopped) return
    this.blocks.closeAll()
    const { reason, stopSequence } = this.stopped
    const usage = this.readUsage()
    this.emit({ type: 'finish', reason: this.mend(reason), ...(stopSequence !== null && { stopSequence }), usage })
  }

  private readUsage(): Usage | null {
    const usage = readAnthropicUsage(this.usage)?.usage
    return usage ? { ...usage, toolCalls: { ...this.code, ...usage.toolCalls } } : null
  }

  private readonly on: Readonly<Record<string, (wire: JsonObject) => void>> = {
    message_start: wire => this.start(asObject(wire.message) ?? {}),
    content_block_start: wire => this.blocks.start(wire.index, asObject(wire.content_block) ?? {}),
    content_block_delta: wire => this.blocks.delta(wire.index, asObject(wire.delta) ?? {}),
    content_block_stop: wire => this.blocks.stop(wire.index),
    message_delta: wire => {
      this.usage = mergeUsage(this.usage, wire.usage)
      const delta = asObject(wire.delta)
      this.code = { ...this.code, ...containerBilled(delta ?? {}) }
      const reason = asText(delta?.stop_reason)
      if (reason === null) return
      this.stopped = { reason: lookUp(REASON_OF, reason) ?? 'stop', stopSequence: asText(delta?.stop_sequence) }
    },
    message_stop: () => this.end(),
    error: wire => {
      const error = findError(wire)
      if (error) this.emit({ type: 'error', error })
    },
  }

  /** Some hosts send it twice. */
  private start(message: JsonObject): void {
    this.usage = mergeUsage(this.usage, message.usage)
    this.code = { ...this.code, ...containerBilled(message) }
    if (this.started) return
    this.started = true
    const id = asText(message.id) ?? ''
    this.blocks.answerIs(id)
    const tier = asText(asObject(message.usage)?.service_tier)
    this.emit({
      type: 'start',
      id,
      model: asText(message.model) ?? '',
      ...(tier !== null && { serviceTier: readTier(tier) }),
    })
    const usage = this.readUsage()
    if (usage) this.emit({ type: 'usage', usage })
  }

  /** Some hosts report `end_turn` although tools were called, or the reverse. */
  private mend(reason: FinishReason): FinishReason {
    if (reason === 'stop' && this.blocks.sawTool) return 'tool-calls'
    if (reason === 'tool-calls' && !this.blocks.sawTool) return 'stop'
    return reason
  }
}

const REASON_OF: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  pause_turn: 'pause',
  compaction: 'pause',
  refusal: 'refusal',
}
