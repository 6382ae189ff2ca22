import type { AnswerEvent } from '../../canonical/answer.ts'
import { asNumber, asObjects, asText, dig, type JsonObject, objectOrEmpty, tryParse } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new ChatGlmReader(emit))

/** Returns a whole answer as the messages of its stream. */
export function readWhole(body: unknown): AnswerEvent[] {
  const wire = objectOrEmpty(body)
  return readAtOnce(emit => new ChatGlmReader(emit), [wire])
}

class ChatGlmReader implements WireReader {
  private readonly answer: PlainAnswer

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject, event: string | null): void {
    if (event === null) this.whole(wire)
    else this.message(event, asText(wire.data) ?? '', objectOrEmpty(tryParse(asText(wire.meta) ?? '')))
  }

  /** The answer itself marks its end. */
  end(): void {}

  private message(event: string, text: string, meta: JsonObject): void {
    if (event === 'error') {
      const told = objectOrEmpty(tryParse(text))
      this.fail(asText(told.msg) ?? asText(told.message) ?? (text || null), told.code ?? meta.code)
      return
    }
    this.answer.start(asText(meta.request_id) ?? '')
    this.answer.say(text)
    if (event === 'finish') this.answer.finish('stop', usageOf(meta))
    if (event === 'interrupted') this.answer.finish('content-filter', usageOf(meta))
  }

  private whole(wire: JsonObject): void {
    const [choice] = asObjects(dig(wire, 'data.choices'))
    if (wire.success === false || !choice) {
      this.fail(asText(wire.msg), wire.code)
      return
    }
    this.answer.start(asText(dig(wire, 'data.request_id')) ?? '')
    this.answer.say(unquoted(asText(choice.content) ?? ''))
    this.answer.finish('stop', usageOf(objectOrEmpty(wire.data)))
  }

  private fail(message: string | null, code: unknown): void {
    this.answer.fail(failure(message, code, statusOf(asNumber(code))))
  }
}

const usageOf = ({ usage }: JsonObject) => plainUsage(usage, ['prompt_tokens'], ['completion_tokens'])

/** Returns a text that comes as a JSON string. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text
  const parsed = tryParse(text)
  return typeof parsed === 'string' ? parsed : text.slice(1, -1)
}

/** https://docs.bigmodel.cn/cn/faq/api-code */
function statusOf(code: number): number {
  if (code >= 1000 && code < 1100) return 401
  if (code === 1112 || code === 1113) return 402
  if (code >= 1300 && code < 1400) return code === 1301 ? 400 : 429
  return code >= 1200 && code < 1300 ? 400 : 502
}
