import { asArray } from '../../raw/json.ts'
import { atTop, countOf, type OutputLimitFields } from '../common/output-limit.ts'

/** Every prompt is answered, and all candidates for the best are billed. */
export const outputLimit: OutputLimitFields = atTop(
  'max_tokens',
  member => Math.max(countOf(member('n')), countOf(member('best_of'))) * promptsIn(member('prompt')),
)

/** A list of token ids is one prompt; any other list holds a prompt per element. */
const promptsIn = (prompt: unknown): number =>
  typeof asArray(prompt)[0] === 'number' ? 1 : Math.max(1, asArray(prompt).length)
