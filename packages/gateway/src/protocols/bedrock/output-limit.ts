import { objectOrEmpty } from '../../raw/json.ts'
import { merge } from '../../raw/patch-json.ts'
import { budgetIn, shortenThinking } from '../anthropic-messages/output-limit.ts'
import { atTop, type Member, type OutputLimitFields } from '../common/output-limit.ts'

export const outputLimit: OutputLimitFields = {
  ...atTop('maxTokens'),
  inside: ['inferenceConfig'],
  besides(limit, member) {
    const fields = objectOrEmpty(member('additionalModelRequestFields'))
    const patches = shortenThinking(limit, name => fields[name])
    return Object.keys(patches).length > 0 ? { additionalModelRequestFields: merge(patches) } : {}
  },
}

/** Returns the member that limits a model's thinking. */
export const thinkingBudget = (member: Member): unknown =>
  budgetIn(objectOrEmpty(objectOrEmpty(member('additionalModelRequestFields')).thinking))
