import type { Effort } from '../../canonical/request.ts'
import { type ThinkingModel, thinkingModel } from '../../canonical/thinking-models.ts'

/**
 * Features that only some models of the family have. A model without a known version is assumed to be like the newest.
 */

const generation = (model: string): number =>
  Number(/gemini-(\d+(\.\d+)?)/.exec(model)?.[1] ?? Number.POSITIVE_INFINITY)

/** An unknown name, for example an operator's own, may mean the newest model. */
const NEWEST: ThinkingModel | undefined = thinkingModel('gemini-flash')
const told = (model: string) => (/gemini|gemma/.test(model) ? thinkingModel(model) : NEWEST)

export const thinks = (model: string): boolean => told(model)?.thinks !== 'never'

/** Refuses penalties. https://discuss.ai.google.dev/t/doom-loop-frequency-penalty-2-5-flash/94446 */
export const takesPenalties = (model: string): boolean => generation(model) < 2.5

/** Takes a thinking level; older models take a budget. */
export const takesLevels = (model: string): boolean => told(model)?.efforts !== undefined

/** Refuses its own earlier function call without a signature. */
export const demandsSignatures = (model: string): boolean => generation(model) >= 3

/** Takes functions and server-run tools in one request. */
export const mixesTools = (model: string): boolean => generation(model) >= 3

/** Accepts images and documents inside a function's response. */
export const seesInResponses = (model: string): boolean => generation(model) >= 3

/** Can be required to match the declared schemas while it may still answer with text. */
export const validatesCalls = (model: string): boolean => generation(model) >= 2.5

/** Thinking levels the model takes, lowest first. */
export const levelsOf = (model: string): readonly Effort[] => told(model)?.efforts ?? []

export interface BudgetRange {
  least: number
  most: number
  /** Thinking can be switched off. */
  stops: boolean
}

/** Thinking budgets the model takes, in tokens. */
export const budgetsOf = (model: string): BudgetRange => ({
  ...(told(model)?.budgets ?? { least: 1, most: 24_576 }),
  stops: told(model)?.thinks !== 'always',
})
