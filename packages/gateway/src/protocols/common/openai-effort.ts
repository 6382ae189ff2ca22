import { effortOf } from '../../canonical/efforts.ts'
import type { Effort, ReasoningRequest } from '../../canonical/request.ts'
import { nearestEffort, thinkingModel } from '../../canonical/thinking-models.ts'
import { note, reduced } from './limits.ts'
import type { Loss } from './losses.ts'

/** Other models refuse an effort, and a request for sealed reasoning. */
export const reasons = (model: string): boolean => thinkingModel(model)?.thinks !== 'never'

export const effortLimits = (dialectName: string) => ({
  reasoningOn: reduced('reasoning', `${dialectName} cannot switch it on`),
  reasoningOff: reduced('reasoning', `${dialectName} cannot switch it off`),
  noReasoning: reduced('reasoning', 'this model does not reason'),
  alwaysReasons: reduced('reasoning', 'this model cannot switch thinking off; the least was sent'),
  budgetAsEffort: reduced('reasoning.budget', `${dialectName} takes an effort; the nearest was sent`),
  adaptive: reduced('reasoning', 'this model does not decide how much to think; sent as a medium effort'),
  effort: reduced('reasoning.effort', 'this model has no such effort; the nearest was sent'),
})

export type EffortLimits = ReturnType<typeof effortLimits>

/** Returns the effort for OpenAI's dialects, which have no other measure; null: nothing to write. */
export function writeEffort(
  reasoning: ReasoningRequest | undefined,
  model: string,
  limits: EffortLimits,
  losses: Loss[],
): Effort | null {
  if (!reasoning) return null
  const told = thinkingModel(model)
  const asked = effortOf(reasoning)
  if (told?.thinks === 'never') {
    if (asked !== 'none' && (asked !== null || reasoning.mode === 'on')) note(losses, limits.noReasoning)
    return null
  }
  if (asked === 'none') return writeOff(reasoning, model, limits, losses)
  // a model that thinks only when asked would not think at all
  const wanted = asked ?? (told?.thinks === 'when asked' && told.efforts && reasoning.mode ? 'medium' : null)
  if (wanted === null) {
    if (reasoning.mode === 'on' && told?.thinks !== 'always') note(losses, limits.reasoningOn)
    return null
  }
  if (asked === null && reasoning.mode === 'adaptive') note(losses, limits.adaptive)
  if (reasoning.budget !== undefined) note(losses, limits.budgetAsEffort)
  const given = told?.efforts ? nearestEffort(wanted, told.efforts) : wanted
  if (given !== wanted) note(losses, limits.effort)
  return given
}

function writeOff(reasoning: ReasoningRequest, model: string, limits: EffortLimits, losses: Loss[]): Effort | null {
  const told = thinkingModel(model)
  if (told?.efforts?.includes('none')) return 'none'
  if (told?.thinks === 'when asked') return null
  if (told?.thinks === 'always') {
    note(losses, limits.alwaysReasons)
    return told.efforts?.[0] ?? null
  }
  // an unknown model that cannot switch thinking off would refuse the call
  if (!told && reasoning.effort) return 'none'
  note(losses, limits.reasoningOff)
  return null
}
