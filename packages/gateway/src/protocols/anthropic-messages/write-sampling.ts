import type { RequestParameters } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { claudeLimits as limits } from './limits.ts'
import { holdsToSchemas, refusesTuning } from './models.ts'

/** Returns the sampling parameters the model takes. https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
export function writeSampling(asked: RequestParameters, model: string, thinks: boolean, losses: Loss[]): JsonObject {
  const { temperature, topP, topK } = asked
  const takes = { temperature: temperature !== undefined, topP: topP !== undefined, topK: topK !== undefined }
  const leaveOut = (what: keyof typeof takes, limit: Loss): void => {
    if (takes[what]) note(losses, limit)
    takes[what] = false
  }
  if (refusesTuning(model)) {
    leaveOut('temperature', limits.untunedTemperature)
    leaveOut('topP', limits.untunedTopP)
    leaveOut('topK', limits.untunedTopK)
  }
  if (thinks && temperature !== 1) leaveOut('temperature', limits.thinkingTemperature)
  if (thinks && (topP ?? 1) < 0.95) leaveOut('topP', limits.thinkingTopP)
  if (thinks) leaveOut('topK', limits.thinkingTopK)
  if (takes.temperature && holdsToSchemas(model)) leaveOut('topP', limits.besideTemperature)
  if (takes.temperature && (temperature ?? 0) > 1) note(losses, limits.hotTemperature)
  return {
    ...(takes.temperature && { temperature: Math.min(1, temperature ?? 1) }),
    ...(takes.topP && { top_p: topP }),
    ...(takes.topK && { top_k: topK }),
  }
}
