import { budgetOf, effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, ReasoningRequest } from '../../canonical/request.ts'
import { nearestBudget, nearestEffort, type ThinkingModel, thinkingModel } from '../../canonical/thinking-models.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { writeEffort } from '../common/openai-effort.ts'
import { limits } from './limits.ts'
import type { ChatRequestContext, ThinkingWords } from './quirks.ts'

/**
 * Returns the members about thinking, in the host's own form. A Chat client that uses the host's members keeps them.
 */
export function writeThinking(request: CanonicalRequest, context: ChatRequestContext, losses: Loss[]): JsonObject {
  const { reasoning } = request.parameters
  if (!reasoning) return {}
  if (reasoning.native?.dialect === request.dialect && request.dialect === 'openai-chat') return reasoning.native.value
  const words = context.quirks?.thinkingWords ?? 'effort'
  if (reasoning.show !== undefined && words !== 'router') note(losses, limits.shownReasoning)
  return WRITERS[words](reasoning, context.model, losses)
}

type Writer = (reasoning: ReasoningRequest, model: string, losses: Loss[]) => JsonObject

/** OpenAI's own `reasoning_effort`. */
const asEffort: Writer = (reasoning, model, losses) => {
  const effort = writeEffort(reasoning, model, limits, losses)
  if (effort === null) return {}
  if (effort !== 'max' || thinkingModel(model)?.efforts?.includes('max')) return { reasoning_effort: effort }
  note(losses, limits.mostEffort)
  return { reasoning_effort: 'xhigh' }
}

/** `thinking.type`, and an effort for models that take one. */
const asType: Writer = (reasoning, model, losses) =>
  switched(reasoning, model, losses, isOn => ({ thinking: { type: isOn ? 'enabled' : 'disabled' } }))

/** `enable_thinking`, and a budget for models that take one. */
const asFlag: Writer = (reasoning, model, losses) =>
  switched(reasoning, model, losses, isOn => ({ enable_thinking: isOn }))

function switched(reasoning: ReasoningRequest, model: string, losses: Loss[], flip: (isOn: boolean) => JsonObject) {
  const told = thinkingModel(model)
  if (!told) return asEffort(reasoning, model, losses)
  const isOff = effortOf(reasoning) === 'none'
  if (told.thinks === 'never') {
    if (!isOff && (reasoning.mode || reasoning.effort)) note(losses, limits.noReasoning)
    return {}
  }
  if (isOff && told.thinks !== 'always') return flip(false)
  if (isOff) {
    note(losses, limits.alwaysReasons)
    return told.efforts ? { reasoning_effort: told.efforts[0] } : {}
  }
  if (!reasoning.mode && !reasoning.effort) return {}
  return { ...(told.thinks !== 'always' && flip(true)), ...writeMeasure(reasoning, told, losses) }
}

function writeMeasure(reasoning: ReasoningRequest, told: ThinkingModel, losses: Loss[]): JsonObject {
  const wanted = effortOf(reasoning)
  if (told.budgets) {
    const budget = budgetOf(reasoning)
    if (budget === null) return {}
    const taken = nearestBudget(budget, told.budgets)
    if (taken !== budget) note(losses, limits.budget)
    return { thinking_budget: taken }
  }
  if (wanted === null) return {}
  if (!told.efforts) {
    note(losses, limits.unmeasured)
    return {}
  }
  const given = nearestEffort(wanted, told.efforts)
  if (reasoning.budget !== undefined) note(losses, limits.budgetAsEffort)
  if (given !== wanted) note(losses, limits.effort)
  return { reasoning_effort: given }
}

/**
 * OpenRouter's `reasoning`, which OpenRouter adapts to the model. https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
const asRouter: Writer = (reasoning, _model, losses) => {
  const effort = effortOf(reasoning)
  if (reasoning.show !== undefined && reasoning.show !== 'none') note(losses, limits.shownReasoning)
  if (effort === 'max') note(losses, limits.mostEffort)
  const measure =
    reasoning.budget === undefined
      ? effort !== null && { effort: effort === 'max' ? 'xhigh' : effort }
      : { max_tokens: reasoning.budget }
  const written = {
    ...(measure || (reasoning.mode && { enabled: true })),
    ...(reasoning.show === 'none' && { exclude: true }),
  }
  return Object.keys(written).length > 0 ? { reasoning: written } : {}
}

const WRITERS: Readonly<Record<ThinkingWords, Writer>> = {
  effort: asEffort,
  type: asType,
  flag: asFlag,
  router: asRouter,
}
