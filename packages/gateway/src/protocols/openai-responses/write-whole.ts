import type { Answer } from '../../canonical/answer.ts'
import { replay } from '../../canonical/replay.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { ResponseWriter } from './write-events.ts'

/** Writes a gathered answer as the response its stream would end with. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const writer = new ResponseWriter(context, losses, () => {})
  for (const event of replay(answer)) writer.write(event)
  return { body: writer.response ?? {}, losses }
}
