import type { Effort, ReasoningAsk } from '../canonical/ask.ts'
import { effortOf } from '../canonical/efforts.ts'
import { type Loss, lose } from './losses.ts'

/** These models do not reason, and refuse to be asked how hard or for sealed reasoning. */
export const reasons = (model: string): boolean => !/(^|\/)(gpt-3|gpt-4|chatgpt-4o)/.test(model)

/** The effort for OpenAI's dialects, which know no other measure; null: nothing to say. */
export function writeEffort(
  reasoning: ReasoningAsk | undefined,
  model: string,
  dialectName: string,
  losses: Loss[],
): Effort | null {
  if (!reasoning) return null
  const effort = effortOf(reasoning)
  if (effort === null) {
    if (reasoning.mode === 'on') lose(losses, 'reasoning', `${dialectName} has no word for switching it on`)
    return null
  }
  if (!reasons(model)) {
    if (effort !== 'none') lose(losses, 'reasoning', `${model} does not reason`)
    return null
  }
  // only newer models can be told not to reason; those that cannot would refuse the call
  if (!reasoning.effort && effort === 'none') {
    lose(losses, 'reasoning', `${dialectName} has no word for switching it off`)
    return null
  }
  if (reasoning.budget !== undefined)
    lose(losses, 'reasoning.budget', `${dialectName} takes an effort, sent as ${effort}`)
  return effort
}
