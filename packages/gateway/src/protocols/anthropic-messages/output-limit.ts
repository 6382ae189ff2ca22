import { asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { merge, type Patches } from '../../raw/patch-json.ts'
import { atTop, type Member, type OutputLimitFields } from '../common/output-limit.ts'

export const outputLimit: OutputLimitFields = { ...atTop('max_tokens'), besides: shortenThinking }

/** Returns the most a request lets its model think. */
export const thinkingBudget = (member: Member): unknown => budgetIn(objectOrEmpty(member('thinking')))

export const budgetIn = ({ type, budget_tokens }: JsonObject): unknown =>
  asText(type) === 'enabled' ? budget_tokens : undefined

const LEAST_THINKING_BUDGET = 1_024

/**
 * A thinking budget counts toward the limit, which must be larger.
 * https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking
 */
export function shortenThinking(limit: number, member: Member): Patches {
  const { budget_tokens: budget } = objectOrEmpty(member('thinking'))
  if (typeof budget !== 'number' || budget < limit) return {}
  return limit > LEAST_THINKING_BUDGET
    ? { thinking: merge({ budget_tokens: limit - 1 }) }
    : { thinking: { type: 'disabled' } }
}
