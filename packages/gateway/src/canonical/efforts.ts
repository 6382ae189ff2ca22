import type { Effort, ReasoningRequest } from './request.ts'

/** Returns the word itself where it is an effort. */
export const asEffort = (name: unknown): Effort | null => EFFORTS.find(effort => effort === name) ?? null

const EFFORTS: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Thinking budget in tokens for an effort. */
export const BUDGET_OF: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 1024,
  low: 1280,
  medium: 2048,
  high: 4096,
  xhigh: 8192,
  max: 16384,
}

/** Returns the budget asked for, in tokens, or the one its effort stands for; null: neither. */
export function budgetOf(reasoning: ReasoningRequest): number | null {
  if (reasoning.budget !== undefined) return reasoning.budget
  return reasoning.effort && reasoning.effort !== 'none' ? BUDGET_OF[reasoning.effort] : null
}

/** Returns the effort asked for, or the one its budget comes to; null: neither. `high` is the most that every model takes. */
export function effortOf(reasoning: ReasoningRequest): Effort | null {
  if (reasoning.effort) return reasoning.effort
  if (reasoning.mode === 'off') return 'none'
  if (reasoning.budget === undefined) return null
  if (reasoning.budget <= BUDGET_OF.low) return 'low'
  return reasoning.budget <= BUDGET_OF.medium ? 'medium' : 'high'
}
