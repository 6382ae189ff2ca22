import type { JsonObject } from '../../raw/json.ts'
import type { AnswerWriter, WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { ResponseWriter } from './write-events.ts'

/** Writes events as the server-sent events of Responses, numbered from 0. */
export function writeStream(context: WriteAnswerContext): AnswerWriter {
  const losses: Loss[] = []
  let frames: string[] = []
  let number = 0
  const say = (type: string, members: JsonObject): void => {
    frames.push(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...members })}\n\n`)
  }
  const writer = new ResponseWriter(context, losses, say)
  return {
    losses,
    push(event) {
      writer.write(event)
      const written = frames
      frames = []
      return written
    },
    end: () => [],
  }
}
