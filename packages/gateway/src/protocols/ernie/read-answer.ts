import type { AnswerEvent, FinishReason } from '../../canonical/answer.ts'
import { mergeUsage } from '../../canonical/merge-usage.ts'
import { asNumber, asObject, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new ErnieReader(emit))

/** A whole answer is a stream's last message. */
export const readWhole = (body: unknown): AnswerEvent[] =>
  readAtOnce(emit => new ErnieReader(emit), [{ ...objectOrEmpty(body), is_end: true }])

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
class ErnieReader implements WireReader {
  private readonly answer: PlainAnswer
  private usage: JsonObject | null = null

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    const { error_code, error_msg, id, created, result } = wire
    if (error_code !== undefined || typeof result !== 'string') {
      const said = asText(error_msg) ?? (error_code === undefined ? 'The upstream returned no answer.' : null)
      this.answer.fail(failure(said, error_code ?? 'malformed_answer', STATUSES[asNumber(error_code)] ?? 502))
      return
    }
    this.answer.start(asText(id) ?? '', '', readCreated(created).created)
    // the counts grow with the answer
    if (asObject(wire.usage)) this.usage = mergeUsage(this.usage, wire.usage)
    this.answer.say(asText(result))
    if (wire.is_end === true) this.answer.finish(reasonOf(wire), this.readUsage())
  }

  /** The last message marks itself as the last. */
  end(): void {}

  private readUsage() {
    const { prompt_tokens, completion_tokens, total_tokens } = this.usage ?? {}
    const besides = asNumber(total_tokens ?? 0) - asNumber(prompt_tokens ?? 0)
    const written = besides > asNumber(completion_tokens ?? 0) ? besides : completion_tokens
    return plainUsage(this.usage && { ...this.usage, written }, ['prompt_tokens'], ['written'])
  }
}

const reasonOf = ({ finish_reason, is_truncated }: JsonObject): FinishReason =>
  lookUp(REASONS, finish_reason) ?? (is_truncated === true ? 'length' : 'stop')

const REASONS: Readonly<Record<string, FinishReason>> = { length: 'length', content_filter: 'content-filter' }

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh */
const STATUSES: Readonly<Record<number, number>> = {
  4: 429,
  6: 403,
  17: 429,
  18: 429,
  19: 429,
  100: 401,
  110: 401,
  111: 401,
  336000: 500,
  336001: 400,
  336002: 400,
  336003: 400,
  336004: 400,
  336006: 400,
  336007: 400,
  336100: 503,
  336103: 400,
  336501: 429,
  336502: 429,
}
