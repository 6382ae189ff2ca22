/** What models of the family take that others refuse. Ones of no known number are taken to be like the newest. */

const generation = (model: string): number =>
  Number(/gemini-(\d+(\.\d+)?)/.exec(model)?.[1] ?? Number.POSITIVE_INFINITY)

export const thinks = (model: string): boolean => generation(model) >= 2.5

/** Is told how hard to think by a level; before, by a budget. */
export const takesLevels = (model: string): boolean => generation(model) >= 3

/** Refuses a function call of its own past that has no signature. */
export const demandsSignatures = (model: string): boolean => generation(model) >= 3

/** Takes functions and tools Google runs in one request. */
export const mixesTools = (model: string): boolean => generation(model) >= 3

/** Takes images and documents inside a function's response. */
export const seesInResponses = (model: string): boolean => generation(model) >= 3

/** Can be held to the declared schemas while it may still answer in words. */
export const validatesCalls = (model: string): boolean => generation(model) >= 2.5

export type Level = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

const LEVELS: readonly { models: RegExp; levels: readonly Level[] }[] = [
  { models: /gemini-3-pro/, levels: ['LOW', 'HIGH'] },
  { models: /gemini-.*pro/, levels: ['LOW', 'MEDIUM', 'HIGH'] },
  { models: /./, levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] },
]

/** Thinking levels the model takes, the least first. https://ai.google.dev/gemini-api/docs/thinking */
export const levelsOf = (model: string): readonly Level[] =>
  LEVELS.find(({ models }) => models.test(model))?.levels ?? []

export interface BudgetRange {
  least: number
  most: number
  /** May be told not to think at all. */
  stops: boolean
}

const BUDGETS: readonly ({ models: RegExp } & BudgetRange)[] = [
  { models: /pro/, least: 128, most: 32_768, stops: false },
  { models: /flash-lite/, least: 512, most: 24_576, stops: true },
  { models: /./, least: 1, most: 24_576, stops: true },
]

/** Thinking budgets the model takes, in tokens. */
export const budgetsOf = (model: string): BudgetRange =>
  BUDGETS.find(({ models }) => models.test(model)) ?? { least: 1, most: 24_576, stops: true }
