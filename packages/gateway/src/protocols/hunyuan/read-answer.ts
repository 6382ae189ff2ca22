import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { PlainAnswer, plainUsage } from '../common/plain-answer.ts'
import { readError } from './read-error.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new HunyuanReader(emit))

/** A whole answer is in `Response`; it is one chunk whose deltas are whole messages. */
export function readWhole(body: unknown): AnswerEvent[] {
  const wire = objectOrEmpty(body)
  return readAtOnce(emit => new HunyuanReader(emit), [asObject(wire.Response) ?? wire])
}

/** https://cloud.tencent.com/document/api/1729/105701 */
class HunyuanReader implements WireReader {
  private readonly answer: PlainAnswer
  private reason: string | null = null
  private usage: unknown = null

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    const error = readError(wire)
    if (error) this.answer.fail(error)
    else this.chunk(wire)
  }

  end(done: boolean): void {
    if (this.reason === null && !(done && this.answer.hasStarted)) return
    const usage = plainUsage(this.usage, ['PromptTokens'], ['CompletionTokens'])
    this.answer.finish(lookUp(REASONS, this.reason) ?? 'stop', usage)
  }

  private chunk(wire: JsonObject): void {
    const choices = asObjects(wire.Choices)
    if (choices.length === 0 && !this.answer.hasStarted) return
    this.answer.start(asText(wire.Id) ?? '', '', readCreated(wire.Created).created)
    this.usage = wire.Usage ?? this.usage
    for (const choice of choices.slice(0, 1)) this.choice(choice)
  }

  private choice({ Delta, Message, FinishReason }: JsonObject): void {
    const said = objectOrEmpty(Delta ?? Message)
    this.answer.think(asText(said.ReasoningContent))
    this.answer.say(asText(said.Content))
    for (const [at, call] of asObjects(said.ToolCalls).entries()) {
      const { Name, Arguments } = objectOrEmpty(call.Function)
      const [id, name] = [asText(call.Id), asText(Name)]
      this.answer.call(typeof call.Index === 'number' ? call.Index : at, {
        ...(id !== null && { id }),
        ...(name !== null && { name }),
        arguments: asText(Arguments) ?? '',
      })
    }
    this.reason = asText(FinishReason) ?? this.reason
  }
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  sensitive: 'content-filter',
}
