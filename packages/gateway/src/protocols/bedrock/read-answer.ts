import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import type { Usage } from '../../canonical/usage.ts'
import { findError } from '../../errors/index.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObject, asObjects, asText, dig, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { AnswerReaderStage, ReadAnswerContext, SoFar } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { BlockReader, piecesOf } from './read-blocks.ts'
import { readBedrockUsage } from './read-usage.ts'

export const readStream = (context?: ReadAnswerContext): AnswerReaderStage =>
  frameReader(emit => new ConverseReader(emit, context?.origin ?? 'anthropic'))

/** Returns a whole answer as the messages of its stream. */
export function readWhole(body: unknown, context?: ReadAnswerContext): AnswerEvent[] {
  const makeReader = (emit: Emit) => new ConverseReader(emit, context?.origin ?? 'anthropic')
  return readAtOnce(makeReader, messagesOf(objectOrEmpty(body)))
}

function messagesOf(answer: JsonObject): JsonObject[] {
  const message = asObject(dig(answer, 'output.message'))
  if (!message) return [{ error: findError(answer) ?? null }]
  const { usage, stopReason, additionalModelResponseFields, serviceTier } = answer
  return [
    { role: message.role, serviceTier },
    ...asObjects(message.content).flatMap(piecesOf),
    { stopReason, additionalModelResponseFields },
    { usage },
  ]
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html */
class ConverseReader implements WireReader {
  private stopped: { wireReason: string; sequence: string | null } | null = null
  private usage: Usage | null = null
  private readonly blocks: BlockReader
  /** Usage follows the stop, in a separate message. */
  readonly soFar: SoFar = { report: () => null, usage: () => null, isEnding: () => this.stopped !== null }

  constructor(
    private readonly emit: Emit,
    origin: string,
  ) {
    this.blocks = new BlockReader(emit, origin)
  }

  /** Each kind of message has its own members. */
  read(wire: JsonObject): void {
    if (wire.error !== undefined) this.fail(findError(wire))
    else if (wire.role !== undefined) this.start(wire)
    else if (asObject(wire.start)) this.blocks.start(wire.contentBlockIndex, objectOrEmpty(wire.start))
    else if (asObject(wire.delta)) this.blocks.delta(wire.contentBlockIndex, objectOrEmpty(wire.delta))
    else if (wire.contentBlockIndex !== undefined) this.blocks.stop(wire.contentBlockIndex)
    else if (asText(wire.stopReason) !== null) this.stop(wire)
    else if (asObject(wire.usage)) this.emitUsage(wire.usage)
  }

  /** The usage after the stop is the last message. */
  end(): void {
    if (!this.stopped) return
    this.blocks.closeAll()
    const { wireReason, sequence } = this.stopped
    this.stopped = null
    if (FAULTS.has(wireReason) && !this.blocks.sawTool) {
      this.fail({
        status: 502,
        message: `The model's answer ended with ${wireReason}.`,
        type: null,
        code: wireReason,
        param: null,
      })
      return
    }
    const reason = this.mend(lookUp(REASON_OF, wireReason) ?? 'stop')
    this.emit({
      type: 'finish',
      reason,
      ...(sequence !== null && reason === 'stop' && { stopSequence: sequence }),
      usage: this.usage,
    })
  }

  private start({ serviceTier }: JsonObject): void {
    const tier = asText(objectOrEmpty(serviceTier).type)
    this.emit({ type: 'start', id: '', model: '', ...(tier !== null && { serviceTier: tier }) })
  }

  private stop(wire: JsonObject): void {
    this.stopped = {
      wireReason: asText(wire.stopReason) ?? '',
      sequence: asText(objectOrEmpty(wire.additionalModelResponseFields).stop_sequence),
    }
  }

  private emitUsage(usage: unknown): void {
    this.usage = readBedrockUsage(usage)?.usage ?? null
    this.end()
  }

  private fail(error: UpstreamError | null): void {
    if (this.usage) this.emit({ type: 'usage', usage: this.usage })
    this.emit({ type: 'error', error: error ?? NOTHING_SAID })
  }

  /** Some models report `end_turn` although tools were called, or the reverse. */
  private mend(reason: FinishReason): FinishReason {
    if (reason === 'stop' && this.blocks.sawTool) return 'tool-calls'
    if (reason === 'tool-calls' && !this.blocks.sawTool) return 'stop'
    return reason
  }
}

const REASON_OF: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
}

/** The model's output was malformed. If it has a call, the client can still tell the model what was wrong. */
const FAULTS: ReadonlySet<string> = new Set(['malformed_model_output', 'malformed_tool_use'])

const NOTHING_SAID: UpstreamError = {
  status: 502,
  message: 'The upstream returned no answer.',
  type: 'upstream_error',
  code: 'malformed_answer',
  param: null,
}
