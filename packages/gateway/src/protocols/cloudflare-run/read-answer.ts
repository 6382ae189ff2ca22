import type { AnswerEvent } from '../../canonical/answer.ts'
import { mergeUsage } from '../../canonical/merge-usage.ts'
import { findError } from '../../errors/index.ts'
import { asObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'
import { noReason } from './host.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new RunReader(emit))

/** A whole answer is a stream's only message, in an envelope. */
export function readWhole(body: unknown): AnswerEvent[] {
  const { result, ...envelope } = objectOrEmpty(body)
  return readAtOnce(emit => new RunReader(emit), [{ ...envelope, ...objectOrEmpty(result) }])
}

/** https://developers.cloudflare.com/workers-ai/models/llama-3.1-8b-instruct/ */
class RunReader implements WireReader {
  private readonly answer: PlainAnswer
  private usage: JsonObject | null = null

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    const { response, success, usage } = wire
    const said = textOf(response)
    const error = said === null || success === false ? findError(wire) : null
    if (error || success === false) {
      this.answer.fail(error ?? failure(null, undefined, 502))
      return
    }
    if (asObject(usage)) this.usage = mergeUsage(this.usage, usage)
    if (said === null) return
    this.answer.start()
    this.answer.say(said)
  }

  /** Only the end mark shows that an answer is complete. */
  end(done: boolean): void {
    if (!done) return
    if (!this.answer.hasStarted) {
      this.answer.fail(failure('The upstream returned no answer.', 'malformed_answer', 502))
      return
    }
    this.answer.finish('stop', plainUsage(this.usage, ['prompt_tokens'], ['completion_tokens']), noReason)
  }
}

/** A token of digits may come as a number. */
const textOf = (response: unknown): string | null =>
  typeof response === 'string' || typeof response === 'number' ? String(response) : null
