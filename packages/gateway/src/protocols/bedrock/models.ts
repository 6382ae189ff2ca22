import { holdsToSchemas as claudeHoldsToSchemas } from '../anthropic-messages/models.ts'

/** Features that only some models behind Converse have. A profile's address may hide any model. */

export const isClaude = (model: string): boolean => /claude/.test(model)

/** Opens sealed reasoning: only Claude's own. */
export const opensSignatures = (model: string): boolean => /claude|^arn:/.test(model)

export const takesCachePoints = (model: string): boolean => /claude|nova|^arn:/.test(model)

/** Can also cache its tools, and takes a cache duration. */
export const cachesTools = (model: string): boolean => /claude|^arn:/.test(model)

/** Can be made to call a tool. */
export const forcesCalls = (model: string): boolean => /claude|nova|mistral|pixtral|^arn:/.test(model)

/** Searches the web by itself. */
export const grounds = (model: string): boolean => /nova-(premier|2)/.test(model)

/** https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html */
export const holdsToSchemas = (model: string): boolean =>
  isClaude(model) ? claudeHoldsToSchemas(model) : !/nova|titan|llama|cohere|ai21|jamba|palmyra|pixtral/.test(model)
