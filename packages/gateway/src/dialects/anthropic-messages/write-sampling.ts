import type { AskParameters } from '../../canonical/ask.ts'
import type { JsonObject } from '../../raw/json.ts'
import { type Loss, lose } from '../losses.ts'
import { holdsToSchemas, refusesTuning } from './models.ts'

/** What of the sampling the model takes. https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
export function writeSampling(asked: AskParameters, model: string, thinks: boolean, losses: Loss[]): JsonObject {
  const { temperature, topP, topK } = asked
  const takes = { temperature: temperature !== undefined, topP: topP !== undefined, topK: topK !== undefined }
  const leaveOut = (what: keyof typeof takes, why: string): void => {
    if (takes[what]) lose(losses, what, why)
    takes[what] = false
  }
  if (refusesTuning(model)) {
    for (const what of ['temperature', 'topP', 'topK'] as const) leaveOut(what, `${model} takes no sampling parameters`)
  }
  if (thinks && temperature !== 1) leaveOut('temperature', 'thinking takes the default only')
  if (thinks && (topP ?? 1) < 0.95) leaveOut('topP', 'thinking takes 0.95 to 1')
  if (thinks) leaveOut('topK', 'thinking takes the default only')
  if (takes.temperature && holdsToSchemas(model)) leaveOut('topP', `${model} takes temperature or top_p, not both`)
  if (takes.temperature && (temperature ?? 0) > 1) lose(losses, 'temperature', 'Messages takes 0 to 1; sent as 1')
  return {
    ...(takes.temperature && { temperature: Math.min(1, temperature ?? 1) }),
    ...(takes.topP && { top_p: topP }),
    ...(takes.topK && { top_k: topK }),
  }
}
