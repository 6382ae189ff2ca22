import type { AnswerEvent } from '../../canonical/answer.ts'
import { isFailureStatus } from '../../errors/statuses.ts'
import { asNumber, asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import type { Frame } from '../common/dialect.ts'
import { type Emit, frameReader, readAtOnce, type WireReader } from '../common/frame-reader.ts'
import { failure, PlainAnswer } from '../common/plain-answer.ts'

export const readStream = (): Stage<Frame, AnswerEvent> => frameReader(emit => new LibraryReader(emit))

/** A whole answer is a stream's only message. */
export function readWhole(body: unknown): AnswerEvent[] {
  const { answer, ...wire } = objectOrEmpty(body)
  return readAtOnce(emit => new LibraryReader(emit), [{ ...wire, content: answer, finish: true }])
}

class LibraryReader implements WireReader {
  private readonly answer: PlainAnswer
  /** The answer's sources; hosts send them repeatedly, and they are reported once. */
  private documents: readonly JsonObject[] = []

  constructor(emit: Emit) {
    this.answer = new PlainAnswer(emit)
  }

  read(wire: JsonObject): void {
    const { content, errCode, message, model, finish, success } = wire
    const isFailure = success === false || Boolean(errCode) || (content === undefined && !finish)
    if (isFailure || (typeof content !== 'string' && success === undefined && model === undefined)) {
      this.answer.fail(failure(asText(message), errCode, statusOf(asNumber(errCode))))
      return
    }
    this.answer.start('', asText(model) ?? '')
    this.answer.say(asText(content))
    const documents = asObjects(wire.documents)
    if (documents.length > 0) this.documents = documents
    if (!finish) return
    this.answer.say(listOf(this.documents))
    this.answer.finish('stop', null)
  }

  /** The last message marks itself as the last. */
  end(): void {}
}

function listOf(documents: readonly JsonObject[]): string {
  const lines = documents.map(
    ({ title, url }, at) => `${at + 1}. [${asText(title) ?? asText(url) ?? ''}](${asText(url) ?? ''})`,
  )
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
}

/** Codes that are HTTP statuses are taken as statuses. */
const statusOf = (code: number): number => (isFailureStatus(code) ? code : 502)
