import type { AnswerEvent } from '../../canonical/answer.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asNumber, asObject, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { readCreated } from '../common/openai-created.ts'
import { failure, PlainAnswer, plainUsage } from '../common/plain-answer.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new CozeReader(emit))

/** Answers are always streamed: a plain body is a refusal. */
export const readWhole = (body: unknown): AnswerEvent[] =>
  readAtOnce(emit => new CozeReader(emit), [objectOrEmpty(body)])

/** https://docs.coze.com/developer_guides/chat_v3 */
class CozeReader implements WireReader {
  private readonly answer: PlainAnswer
  /** Messages that came in pieces; they are repeated at their end. */
  private readonly told = new Set<unknown>()

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject, event: string | null): void {
    const react = lookUp(this.on, event ?? 'error')
    react?.(wire)
  }

  /** The answer itself marks its end. */
  end(): void {}

  private readonly on: Readonly<Record<string, (wire: JsonObject) => void>> = {
    'conversation.chat.created': ({ id, created_at }) =>
      this.answer.start(asText(id) ?? '', '', readCreated(created_at).created),
    'conversation.message.delta': wire => {
      this.told.add(wire.id)
      this.tell(wire)
    },
    'conversation.message.completed': wire => {
      if (!this.told.has(wire.id)) this.tell(wire)
    },
    'conversation.chat.completed': ({ usage }) =>
      this.answer.finish('stop', plainUsage(usage, ['input_count'], ['output_count'])),
    'conversation.chat.failed': ({ last_error }) => this.answer.fail(errorOf(objectOrEmpty(last_error))),
    'conversation.chat.canceled': () => this.answer.fail(failure('The bot’s answer was cancelled', 'canceled', 502)),
    'conversation.chat.requires_action': () => this.answer.fail(failure(WAITS, 'requires_action', 502)),
    error: wire => this.answer.fail(errorOf(wire)),
  }

  /** A bot's own questions, calls and suggestions are not part of the answer. */
  private tell({ type, content, reasoning_content }: JsonObject): void {
    if (type !== 'answer') return
    this.answer.think(asText(reasoning_content))
    this.answer.say(asText(content))
  }
}

const WAITS = 'The bot waits for the result of a tool of its own, which cannot be given here'

function errorOf(wire: JsonObject): UpstreamError {
  const { code, msg, message } = asObject(wire.error) ?? wire
  const number = asNumber(code)
  const status = STATUSES[number] ?? (number >= 4000 && number <= 4999 ? 400 : 502)
  return failure(asText(msg) ?? asText(message), code, status)
}

/** https://docs.coze.com/developer_guides/coze_error_codes */
const STATUSES: Readonly<Record<number, number>> = {
  4011: 429,
  4013: 429,
  4028: 429,
  4100: 401,
  4101: 403,
  4200: 404,
  5000: 500,
}
