import type { CanonicalRequest, ReasoningRequest } from '../canonical/request.ts'
import { thinksAdaptively } from '../protocols/anthropic-messages/models.ts'
import { budgetsOf, takesLevels } from '../protocols/gemini/models.ts'
import type { UpstreamDialectId } from '../protocols/index.ts'
import type { OperatorOptions } from '../providers/provider.ts'
import type { ThinkingOverride } from './model-suffix.ts'

/** The call to which an override of thinking applies. */
export interface ThinkingOverrideContext {
  dialect: UpstreamDialectId
  /** The upstream's name for it. */
  model: string
  options: OperatorOptions
  /** The limit for a client that set none, if the dialect requires one. */
  defaultMaxTokens: number
}

/** Returns a request that itself asks for the thinking its model's name asks for. */
export function withThinkingOverride(
  request: CanonicalRequest,
  thinking: ThinkingOverride,
  context: ThinkingOverrideContext,
): CanonicalRequest {
  const { reasoning, maxTokens } = request.parameters
  const shown = reasoning?.show === undefined ? {} : { show: reasoning.show }
  const asked = parametersFor(thinking, maxTokens, context)
  return { ...request, parameters: { ...request.parameters, ...asked, reasoning: { ...shown, ...asked.reasoning } } }
}

interface Asked {
  reasoning: ReasoningRequest
  maxTokens?: number
}

function parametersFor(
  thinking: ThinkingOverride,
  maxTokens: number | undefined,
  context: ThinkingOverrideContext,
): Asked {
  if (thinking.type === 'no-thinking') return { reasoning: { mode: 'off' } }
  if (thinking.type === 'effort')
    return { reasoning: { mode: thinking.effort === 'none' ? 'off' : 'on', effort: thinking.effort } }
  return (THINKERS[context.dialect] ?? thinkAsItLikes)(thinking.budget, maxTokens, context)
}

type Thinker = (budget: number | undefined, maxTokens: number | undefined, context: ThinkingOverrideContext) => Asked

const thinkAsItLikes: Thinker = budget => ({ reasoning: { mode: 'on', ...(budget !== undefined && { budget }) } })

/** Claude refuses fewer than 1,024 tokens of thinking, and more than the answer's limit. */
const LEAST_LIMIT = 1_280

const thinkLikeClaude: Thinker = (budget, maxTokens, { model, options, defaultMaxTokens }) => {
  if (budget === undefined && thinksAdaptively(model)) return { reasoning: { mode: 'on' } }
  const limit = Math.max(LEAST_LIMIT, maxTokens ?? defaultMaxTokens)
  const share = options.get('claude.thinking_adapter_budget_tokens_percentage')
  const reasoning: ReasoningRequest = { mode: 'on', budget: budget ?? Math.trunc(limit * share) }
  // if the client set no limit, the model's own applies
  if (maxTokens === undefined) return { reasoning }
  return { reasoning, maxTokens: budget === undefined ? limit : Math.max(limit, budget + 1_024) }
}

const MOST_OF_ITS_OWN = 24_576

const thinkLikeGemini: Thinker = (budget, maxTokens, { model, options }) => {
  const { least, most } = budgetsOf(model)
  const fitting = (tokens: number) => Math.min(most, Math.max(least, tokens))
  if (budget !== undefined) return { reasoning: { mode: 'on', budget: fitting(budget) } }
  // newer models and Pro models only accept being told to think; they decide how much
  if (takesLevels(model) || model.includes('pro')) return { reasoning: { mode: 'adaptive' } }
  const share = options.get('gemini.thinking_adapter_budget_tokens_percentage')
  const wanted = maxTokens === undefined ? MOST_OF_ITS_OWN : Math.trunc(maxTokens * share)
  return { reasoning: { mode: 'on', budget: fitting(Math.min(wanted, MOST_OF_ITS_OWN)) } }
}

const THINKERS: Partial<Record<UpstreamDialectId, Thinker>> = {
  'anthropic-messages': thinkLikeClaude,
  bedrock: thinkLikeClaude,
  gemini: thinkLikeGemini,
}
