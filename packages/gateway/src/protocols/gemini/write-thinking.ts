import { BUDGET_OF, effortOf } from '../../canonical/efforts.ts'
import type { ReasoningRequest } from '../../canonical/request.ts'
import { nearestBudget, nearestEffort } from '../../canonical/thinking-models.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { budgetsOf, levelsOf, takesLevels, thinks } from './models.ts'

/** `thinkingConfig`; null: nothing to write. https://ai.google.dev/gemini-api/docs/thinking */
export function writeThinking(
  reasoning: ReasoningRequest | undefined,
  model: string,
  isOwn: boolean,
  losses: Loss[],
): JsonObject | null {
  if (!reasoning) return null
  const isOff = effortOf(reasoning) === 'none'
  if (!thinks(model)) {
    if (!isOff) note(losses, limits.noReasoning)
    return null
  }
  // newer models also accept a budget, which Gemini's own client may set
  const byLevel = takesLevels(model) && !(isOwn && reasoning.budget !== undefined)
  const measure = isOff ? writeOff(model, losses) : byLevel ? writeLevel() : writeBudget()
  const config = { ...measure, ...writeShow(reasoning) }
  return Object.keys(config).length > 0 ? config : null

  function writeLevel(): JsonObject {
    const effort = effortOf(reasoning ?? {}) ?? (reasoning?.mode === 'on' ? 'medium' : null)
    if (effort === null || effort === 'none') return {}
    if (reasoning?.budget !== undefined) note(losses, limits.budgetAsLevel)
    const level = nearestEffort(effort, levelsOf(model))
    if (level !== effort) note(losses, limits.effort)
    return { thinkingLevel: level.toUpperCase() }
  }

  function writeBudget(): JsonObject {
    const { budget, effort, mode } = reasoning ?? {}
    if (mode === 'adaptive' && budget === undefined && effort === undefined) return { thinkingBudget: -1 }
    const measured = effort !== undefined && effort !== 'none' ? effort : 'medium'
    const wanted = budget ?? (effort === undefined && mode !== 'on' ? null : BUDGET_OF[measured])
    if (wanted === null) return {}
    const given = nearestBudget(wanted, budgetsOf(model))
    if (budget !== undefined && given !== budget) note(losses, limits.budget)
    if (budget === undefined && effort === 'minimal') note(losses, limits.effort)
    return { thinkingBudget: given }
  }
}

function writeOff(model: string, losses: Loss[]): JsonObject {
  const [least = 'low'] = levelsOf(model)
  if (!takesLevels(model) && budgetsOf(model).stops) return { thinkingBudget: 0 }
  note(losses, limits.alwaysReasons)
  return takesLevels(model) ? { thinkingLevel: least.toUpperCase() } : { thinkingBudget: budgetsOf(model).least }
}

/** Gemini shows no thoughts unless asked. */
function writeShow({ show, mode }: ReasoningRequest): JsonObject {
  if (show !== undefined) return { includeThoughts: show !== 'none' && show !== 'omitted' }
  return mode === 'on' || mode === 'adaptive' ? { includeThoughts: true } : {}
}
