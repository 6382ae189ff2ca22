import { BUDGET_OF, budgetOf, effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, Effort, ReasoningRequest, ToolChoice, Turn } from '../../canonical/request.ts'
import { nearestBudget, nearestEffort, type ThinkingModel, thinkingModel } from '../../canonical/thinking-models.ts'
import type { JsonObject } from '../../raw/json.ts'
import { lookUp } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { claudeLimits as limits } from './limits.ts'

interface Thinking {
  thinking: JsonObject | null
  effort: string | null
  maxTokens: number
}

const LEAST_BUDGET = 1024

/** Returns how the model is told to think, and a limit that leaves room for it: the budget counts toward `max_tokens`. */
export function writeThinking(
  request: CanonicalRequest,
  model: string,
  defaultMaxTokens: number,
  losses: Loss[],
): Thinking {
  const { reasoning, maxTokens: asked } = request.parameters
  const maxTokens = asked ?? defaultMaxTokens
  const without = (limit?: Loss): Thinking => {
    if (limit) note(losses, limit)
    return { thinking: null, effort: null, maxTokens }
  }
  if (!reasoning) return without()
  const told = model.includes('claude') ? thinkingModel(model) : undefined
  const effort = writeEffort(reasoning, told?.efforts, losses)
  const mode = modeOf(request)
  if (mode === 'off') return told ? writeOff(told, maxTokens, losses) : { thinking: DISABLED, effort: null, maxTokens }
  if (!mode) {
    // a Messages client sets an effort without mentioning thinking, which only newer models take
    if (reasoning.effort && told && !told.adapts) return without(limits.noEffort)
    return { thinking: null, effort, maxTokens }
  }
  if (told?.thinks === 'never') return without(limits.noThinking)
  const show = reasoning.show === undefined ? {} : { display: lookUp(DISPLAYS, reasoning.show) ?? reasoning.show }
  const isForced = forcesCall(request.parameters.toolChoice)
  if (told?.adapts && (reasoning.budget === undefined || !told.budgets)) {
    if (reasoning.budget !== undefined) note(losses, limits.budgetAsEffort)
    if (!isForced) return { thinking: { type: 'adaptive', ...show }, effort, maxTokens }
    note(losses, limits.forcedCall)
    return { thinking: null, effort, maxTokens }
  }

  if (isForced) return without(limits.forcedCall)
  if (asked !== undefined && asked <= LEAST_BUDGET) return without(limits.smallLimit)
  if (resumesUnsealed(request.turns)) return without(limits.unsealedCall)
  if (mode === 'adaptive' && budgetOf(reasoning) === null) note(losses, limits.adaptive)
  const wanted = budgetOf(reasoning) ?? BUDGET_OF.medium
  const taken = nearestBudget(wanted, told?.budgets ?? { least: LEAST_BUDGET, most: Number.POSITIVE_INFINITY })
  if (taken < wanted) note(losses, limits.largeBudget)
  if (asked === undefined) return budgeted(taken, Math.max(maxTokens, taken + LEAST_BUDGET))
  const most = reasoning.budget === undefined ? Math.max(LEAST_BUDGET, Math.trunc(asked * MOST_SHARE)) : asked - 1
  if (taken > most) note(losses, limits.largeBudget)
  return budgeted(Math.min(taken, most), maxTokens)

  function budgeted(budget: number, limit: number): Thinking {
    return { thinking: { type: 'enabled', budget_tokens: budget, ...show }, effort: null, maxTokens: limit }
  }
}

const DISABLED = { type: 'disabled' }

/**
 * The largest share of a limit for an effort, so that room is left for an answer.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
const MOST_SHARE = 0.8

/** Clients of other dialects that set an effort expect the model to think. */
function modeOf({ dialect, parameters: { reasoning } }: CanonicalRequest): ReasoningRequest['mode'] {
  if (reasoning?.mode || dialect === 'anthropic-messages' || !reasoning?.effort) return reasoning?.mode
  return reasoning.effort === 'none' ? 'off' : 'on'
}

function writeOff(told: ThinkingModel, maxTokens: number, losses: Loss[]): Thinking {
  if (told.thinks !== 'always') return { thinking: told.thinks === 'never' ? null : DISABLED, effort: null, maxTokens }
  note(losses, limits.alwaysThinks)
  return { thinking: null, effort: told.efforts?.[0] ?? null, maxTokens }
}

/** Returns the nearest effort the model takes; null: it takes none, or none was requested. */
function writeEffort(reasoning: ReasoningRequest, efforts: readonly Effort[] | undefined, losses: Loss[]) {
  const wanted = effortOf(reasoning)
  if (!efforts || wanted === null || wanted === 'none') return null
  const given = nearestEffort(wanted, efforts)
  if (given !== wanted) note(losses, limits.nearestEffort)
  return given
}

function forcesCall(choice: ToolChoice | undefined): boolean {
  if (!choice || choice.type === 'auto' || choice.type === 'none') return false
  return choice.type !== 'allowed' || choice.required
}

const DISPLAYS: Readonly<Record<string, string>> = {
  none: 'omitted',
  auto: 'summarized',
  concise: 'summarized',
  detailed: 'summarized',
}

/**
 * The conversation ends with the results of a call whose turn has no reasoning that Messages can open. Messages refuses
 * to think in the middle of such a turn.
 */
function resumesUnsealed(turns: readonly Turn[]): boolean {
  const last = turns.findLast(turn => turn.role !== 'system' && turn.role !== 'developer')
  if (last?.role !== 'user' || !last.parts.some(part => part.type === 'tool-result')) return false
  const calling = turns.findLast(turn => turn.role === 'assistant')
  if (!calling?.parts.some(part => part.type === 'tool-call')) return false
  return !calling.parts.some(part => part.type === 'reasoning' && part.signature?.origin === 'anthropic')
}
