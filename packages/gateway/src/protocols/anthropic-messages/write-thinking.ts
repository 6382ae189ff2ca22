import { BUDGET_OF, budgetOf, effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { lookUp } from '../../raw/json.ts'
import { type Limit, note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { claudeLimits as limits } from './limits.ts'
import { refusesTuning, thinksAdaptively } from './models.ts'

interface Thinking {
  thinking: JsonObject | null
  effort: string | null
  maxTokens: number
}

const LEAST_BUDGET = 1024

/** Returns how the model is told to think, and the limit that leaves room for it: the budget counts inside `max_tokens`. */
export function writeThinking(
  request: CanonicalRequest,
  model: string,
  defaultMaxTokens: number,
  losses: Loss[],
): Thinking {
  const { reasoning, maxTokens: asked } = request.parameters
  const maxTokens = asked ?? defaultMaxTokens
  const without = (limit?: Limit): Thinking => {
    if (limit) note(losses, limit)
    return { thinking: null, effort: null, maxTokens }
  }
  if (!reasoning) return without()
  if (reasoning.mode === 'off') return { thinking: { type: 'disabled' }, effort: null, maxTokens }

  const isAdaptive = thinksAdaptively(model)
  if (!reasoning.mode) {
    // how thorough to be, without a word on thinking: only newer models can be told
    if (!isAdaptive) return without(limits.noEffort)
    return { thinking: null, effort: effortOf(reasoning), maxTokens }
  }
  const show = reasoning.show === undefined ? {} : { display: lookUp(DISPLAYS, reasoning.show) ?? reasoning.show }
  if (isAdaptive && (reasoning.budget === undefined || refusesTuning(model))) {
    if (reasoning.budget !== undefined) note(losses, limits.budgetAsEffort)
    const effort = effortOf(reasoning)
    return { thinking: { type: 'adaptive', ...show }, effort: effort === 'minimal' ? 'low' : effort, maxTokens }
  }

  const choice = request.parameters.toolChoice
  const forces =
    choice && choice.type !== 'auto' && choice.type !== 'none' && !(choice.type === 'allowed' && !choice.required)
  if (forces) return without(limits.forcedCall)
  if (asked !== undefined && asked <= LEAST_BUDGET) return without(limits.smallLimit)
  if (resumesUnsealed(request.turns)) return without(limits.unsealedCall)
  if (reasoning.mode === 'adaptive' && budgetOf(reasoning) === null) note(losses, limits.adaptive)
  const wanted = Math.max(LEAST_BUDGET, budgetOf(reasoning) ?? BUDGET_OF.medium)
  if (asked === undefined) return budgeted(wanted, Math.max(maxTokens, wanted + LEAST_BUDGET))
  if (wanted >= maxTokens) note(losses, limits.largeBudget)
  return budgeted(Math.min(wanted, maxTokens - 1), maxTokens)

  function budgeted(budget: number, limit: number): Thinking {
    return { thinking: { type: 'enabled', budget_tokens: budget, ...show }, effort: null, maxTokens: limit }
  }
}

const DISPLAYS: Readonly<Record<string, string>> = {
  none: 'omitted',
  auto: 'summarized',
  concise: 'summarized',
  detailed: 'summarized',
}

/**
 * The conversation ends in the results of a call whose turn shows no reasoning Messages can open. It refuses to think
 * in the middle of such a turn.
 */
function resumesUnsealed(turns: readonly Turn[]): boolean {
  const last = turns.findLast(turn => turn.role !== 'system' && turn.role !== 'developer')
  if (last?.role !== 'user' || !last.parts.some(part => part.type === 'tool-result')) return false
  const calling = turns.findLast(turn => turn.role === 'assistant')
  if (!calling?.parts.some(part => part.type === 'tool-call')) return false
  return !calling.parts.some(part => part.type === 'reasoning' && part.signature?.origin === 'anthropic')
}
