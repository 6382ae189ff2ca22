import { effortOf } from '../../canonical/efforts.ts'
import type { Effort, ReasoningRequest } from '../../canonical/request.ts'
import { note, reduced } from './limits.ts'
import type { Loss } from './losses.ts'

/** These models do not reason, and refuse to be asked how hard or for sealed reasoning. */
export const reasons = (model: string): boolean => !/(^|\/)(gpt-3|gpt-4|chatgpt-4o)/.test(model)

export const effortLimits = (dialectName: string) => ({
  reasoningOn: reduced('reasoning', `${dialectName} has no word for switching it on`),
  reasoningOff: reduced('reasoning', `${dialectName} has no word for switching it off`),
  noReasoning: reduced('reasoning', 'this model does not reason'),
  budgetAsEffort: reduced('reasoning.budget', `${dialectName} takes an effort; the nearest was sent`),
})

type EffortLimits = ReturnType<typeof effortLimits>

/** Returns the effort for OpenAI's dialects, which know no other measure; null: nothing to say. */
export function writeEffort(
  reasoning: ReasoningRequest | undefined,
  model: string,
  limits: EffortLimits,
  losses: Loss[],
): Effort | null {
  if (!reasoning) return null
  const effort = effortOf(reasoning)
  if (effort === null) {
    if (reasoning.mode === 'on') note(losses, limits.reasoningOn)
    return null
  }
  if (!reasons(model)) {
    if (effort !== 'none') note(losses, limits.noReasoning)
    return null
  }
  // only newer models can be told not to reason; those that cannot would refuse the call
  if (!reasoning.effort && effort === 'none') {
    note(losses, limits.reasoningOff)
    return null
  }
  if (reasoning.budget !== undefined) note(losses, limits.budgetAsEffort)
  return effort
}
