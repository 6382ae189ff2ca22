import type { AnswerEvent } from '../../canonical/answer.ts'
import { asNumber, asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new SparkReader(emit))

/** A single socket message is a refusal. */
export const readWhole = (body: unknown): AnswerEvent[] =>
  readAtOnce(emit => new SparkReader(emit), [objectOrEmpty(body)])

/** https://www.xfyun.cn/doc/spark/Web.html */
class SparkReader implements WireReader {
  private readonly answer: PlainAnswer
  private calls = 0

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    const { code, message, sid, status } = objectOrEmpty(wire.header)
    // a refusal before the conversation begins has no header
    const failed = wire.header === undefined || (code !== undefined && code !== 0)
    if (failed) {
      const said = code ?? wire.code
      this.answer.fail(failure(asText(message) ?? asText(wire.message), said, statusOf(asNumber(said))))
      return
    }
    this.answer.start(asText(sid) ?? '')
    const choices = objectOrEmpty(dig(wire, 'payload.choices'))
    for (const said of asObjects(choices.text)) this.say(said)
    if (status === LAST || choices.status === LAST) {
      const usage = dig(wire, 'payload.usage.text')
      this.answer.finish('stop', plainUsage(usage, ['prompt_tokens'], ['completion_tokens']))
    }
  }

  /** The last message marks itself as the last. */
  end(): void {}

  private say({ content, reasoning_content, function_call }: JsonObject): void {
    this.answer.think(asText(reasoning_content))
    this.answer.say(asText(content))
    const name = asText(dig(function_call, 'name'))
    if (name === null) return
    this.answer.call(this.calls++, { name, arguments: asText(dig(function_call, 'arguments')) ?? '' })
  }
}

const LAST = 2

/** https://www.xfyun.cn/doc/spark/接口说明.html */
const statusOf = (code: number): number => STATUSES.find(({ codes }) => codes.includes(code))?.status ?? 502

const STATUSES: readonly { status: number; codes: readonly number[] }[] = [
  { status: 400, codes: [10003, 10004, 10013, 10014, 10019, 10163, 10404, 10907] },
  { status: 401, codes: [10005, 10313, 10400] },
  { status: 403, codes: [11200] },
  { status: 429, codes: [10006, 10007, 11201, 11202, 11203] },
  { status: 503, codes: [10008, 10010, 10110] },
]
