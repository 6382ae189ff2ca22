import type { Answer } from '../../canonical/answer.ts'
import { replay } from '../../canonical/replay.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { InteractionWriter } from './write-interaction.ts'

/** Writes a gathered answer as the interaction that its stream would add up to. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const writer = new InteractionWriter(context, losses, () => {})
  for (const event of replay({ ...answer, others: [] })) writer.write(event)
  return { body: writer.interaction, losses }
}
