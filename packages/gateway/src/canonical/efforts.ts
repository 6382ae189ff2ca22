import type { Effort, ReasoningRequest } from './request.ts'

/** Returns the word itself if it is an effort. */
export const asEffort = (name: unknown): Effort | null => EFFORTS.find(effort => effort === name) ?? null

const EFFORTS: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * Thinking budget in tokens for an effort, before it is fitted to a model's range. From `medium` on these are Google's,
 * with room for two more levels; Anthropic advises against more than 32,000.
 * https://ai.google.dev/gemini-api/docs/openai, https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export const BUDGET_OF: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 32_000,
}

/** The largest budget that means this effort; larger ones mean `high`, the highest that every model takes. */
const MOST_OF = { low: 4096, medium: 12_288 }

/** Returns the requested budget in tokens, or the budget of the requested effort; null: neither was requested. */
export function budgetOf(reasoning: ReasoningRequest): number | null {
  if (reasoning.budget !== undefined) return reasoning.budget
  return reasoning.effort && reasoning.effort !== 'none' ? BUDGET_OF[reasoning.effort] : null
}

/** Returns the requested effort, or the effort of the requested budget; null: neither was requested. */
export function effortOf(reasoning: ReasoningRequest): Effort | null {
  if (reasoning.effort) return reasoning.effort
  if (reasoning.mode === 'off') return 'none'
  if (reasoning.budget === undefined) return null
  if (reasoning.budget <= MOST_OF.low) return 'low'
  return reasoning.budget <= MOST_OF.medium ? 'medium' : 'high'
}
