import { thinkingModel } from '../../canonical/thinking-models.ts'

/** Features that only some models of the family have. Newer models are assumed to be like the newest known one. */

const isClaude5 = (model: string) => /claude-[a-z]+-[5-9]/.test(model)

/** `effort` sets how hard to think, and the model decides each time; older models take budgets. */
export const thinksAdaptively = (model: string): boolean => model.includes('claude') && !!thinkingModel(model)?.adapts

/** Refuses a thinking budget, and any sampling except the default. */
export const refusesTuning = (model: string): boolean => thinksAdaptively(model) && !thinkingModel(model)?.budgets

/** Takes system turns in the middle of a conversation. */
export const takesSystemTurns = (model: string) => isClaude5(model) || /claude-opus-4[-.][89]/.test(model)

/**
 * Enforces schemas: `output_config.format` and `strict` tools. From these models on, temperature and top_p exclude each
 * other.
 */
export const holdsToSchemas = (model: string) =>
  isClaude5(model) || /claude-(opus-4[-.][1-9]|(sonnet|haiku)-4[-.][5-9])(?!\d)/.test(model)
