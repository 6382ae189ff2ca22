import { BUDGET_OF, effortOf } from '../../canonical/efforts.ts'
import type { Effort, ReasoningRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { budgetsOf, type Level, levelsOf, takesLevels, thinks } from './models.ts'

/** `thinkingConfig`; null: nothing to say. https://ai.google.dev/gemini-api/docs/thinking */
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
  // a budget of Gemini's own client is taken by newer models too
  const byLevel = takesLevels(model) && !(isOwn && reasoning.budget !== undefined)
  const measure = isOff ? writeOff(model, losses) : byLevel ? writeLevel() : writeBudget()
  const config = { ...measure, ...writeShow(reasoning) }
  return Object.keys(config).length > 0 ? config : null

  function writeLevel(): JsonObject {
    const effort = effortOf(reasoning ?? {}) ?? (reasoning?.mode === 'on' ? 'medium' : null)
    if (effort === null || effort === 'none') return {}
    if (reasoning?.budget !== undefined) note(losses, limits.budgetAsLevel)
    const wanted = LEVEL_OF[effort]
    const levels = levelsOf(model)
    const level = levels.find(candidate => ORDER.indexOf(candidate) >= ORDER.indexOf(wanted)) ?? 'HIGH'
    if (level.toLowerCase() !== effort) note(losses, limits.effort)
    return { thinkingLevel: level }
  }

  function writeBudget(): JsonObject {
    const { budget, effort, mode } = reasoning ?? {}
    if (mode === 'adaptive' && budget === undefined && effort === undefined) return { thinkingBudget: -1 }
    const measured = effort !== undefined && effort !== 'none' ? effort : 'medium'
    const wanted = budget ?? (effort === undefined && mode !== 'on' ? null : BUDGET_OF[measured])
    if (wanted === null) return {}
    const { least, most } = budgetsOf(model)
    const given = Math.min(most, Math.max(least, wanted))
    if (budget !== undefined && given !== budget) note(losses, limits.budget)
    if (budget === undefined && effort === 'minimal') note(losses, limits.effort)
    return { thinkingBudget: given }
  }
}

function writeOff(model: string, losses: Loss[]): JsonObject {
  const [least = 'LOW'] = levelsOf(model)
  if (!takesLevels(model) && budgetsOf(model).stops) return { thinkingBudget: 0 }
  note(losses, limits.alwaysReasons)
  return takesLevels(model) ? { thinkingLevel: least } : { thinkingBudget: budgetsOf(model).least }
}

/** Gemini shows none of its thoughts unless asked. */
function writeShow({ show, mode }: ReasoningRequest): JsonObject {
  if (show !== undefined) return { includeThoughts: show !== 'none' && show !== 'omitted' }
  return mode === 'on' || mode === 'adaptive' ? { includeThoughts: true } : {}
}

const ORDER: readonly Level[] = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']

const LEVEL_OF: Readonly<Record<Exclude<Effort, 'none'>, Level>> = {
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}
