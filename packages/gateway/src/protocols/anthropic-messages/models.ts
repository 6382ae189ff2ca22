import { thinkingModel } from '../../canonical/thinking-models.ts'

/** What models of the family take that others refuse. Newer ones are taken to be like the newest known. */

const isClaude5 = (model: string) => /claude-[a-z]+-[5-9]/.test(model)

/** How hard to think is said by `effort`, and the model decides each time; a budget is for the older ones. */
export const thinksAdaptively = (model: string): boolean => model.includes('claude') && !!thinkingModel(model)?.adapts

/** Refuses to be given a thinking budget, and any sampling but the default. */
export const refusesTuning = (model: string): boolean => thinksAdaptively(model) && !thinkingModel(model)?.budgets

/** Takes system turns in the middle of the conversation. */
export const takesSystemTurns = (model: string) => isClaude5(model) || /claude-opus-4[-.][89]/.test(model)

/** Holds to schemas: `output_config.format`, and `strict` tools. From here on temperature and top_p exclude each other. */
export const holdsToSchemas = (model: string) =>
  isClaude5(model) || /claude-(opus-4[-.][1-9]|(sonnet|haiku)-4[-.][5-9])(?!\d)/.test(model)
