import type { Effort } from '../../canonical/request.ts'
import { type ThinkingModel, thinkingModel } from '../../canonical/thinking-models.ts'

/** What models of the family take that others refuse. Ones of no known number are taken to be like the newest. */

const generation = (model: string): number =>
  Number(/gemini-(\d+(\.\d+)?)/.exec(model)?.[1] ?? Number.POSITIVE_INFINITY)

/** Of names nobody knows, an operator's own say, the newest model may stand behind. */
const NEWEST: ThinkingModel | undefined = thinkingModel('gemini-flash')
const told = (model: string) => (/gemini|gemma/.test(model) ? thinkingModel(model) : NEWEST)

export const thinks = (model: string): boolean => told(model)?.thinks !== 'never'

/** Refuses penalties. https://discuss.ai.google.dev/t/doom-loop-frequency-penalty-2-5-flash/94446 */
export const takesPenalties = (model: string): boolean => generation(model) < 2.5

/** Is told how hard to think by a level; before, by a budget. */
export const takesLevels = (model: string): boolean => told(model)?.efforts !== undefined

/** Refuses a function call of its own past that has no signature. */
export const demandsSignatures = (model: string): boolean => generation(model) >= 3

/** Takes functions and tools Google runs in one request. */
export const mixesTools = (model: string): boolean => generation(model) >= 3

/** Takes images and documents inside a function's response. */
export const seesInResponses = (model: string): boolean => generation(model) >= 3

/** Can be held to the declared schemas while it may still answer in words. */
export const validatesCalls = (model: string): boolean => generation(model) >= 2.5

/** Thinking levels the model takes, the least first. */
export const levelsOf = (model: string): readonly Effort[] => told(model)?.efforts ?? []

export interface BudgetRange {
  least: number
  most: number
  /** May be told not to think at all. */
  stops: boolean
}

/** Thinking budgets the model takes, in tokens. */
export const budgetsOf = (model: string): BudgetRange => ({
  ...(told(model)?.budgets ?? { least: 1, most: 24_576 }),
  stops: told(model)?.thinks !== 'always',
})
