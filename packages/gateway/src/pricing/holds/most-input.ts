import { protocols, type WireFormat } from '../../protocols/index.ts'
import { inputFacts } from '../input-facts.ts'
import type { InputFacts } from '../leaf-facts.ts'
import { GENEROUS, type ModelLimits } from '../model-limits.ts'

/** The parts of an upstream request that affect its size. */
interface Sent {
  model: string
  format: WireFormat
  facts: InputFacts
}

/** Returns the facts of a body in a format; a form has no members to inspect. */
export const factsIn = (format: WireFormat, text: string): InputFacts =>
  inputFacts(text, protocols[format].inputSize ?? 'outside')

export interface MostInput {
  tokens: number
  /** Of these, tokens that may be billed as images, or as sound. */
  imageTokens: number
  soundTokens: number
}

/** The most that models count for an image; one family counts far more. */
export const MOST_TOKENS_OF_IMAGE = 5_000
const COUNTS_MORE = { models: /gpt-4o-mini/, tokens: 50_000 }
/** Characters of base64 per token: for sound of the lowest rate, and for text. */
const CHARACTERS_PER_TOKEN = { sound: 32, file: 1 }
/** Tokens that upstreams add to a request for tools and formats. */
const TOOL_INSTRUCTIONS = 1_024
/** The size assumed for content stored elsewhere if the model's window is unknown. */
export const USUAL_CONTEXT_WINDOW = 262_144

/**
 * Returns the most tokens a request can consume: a token is at least a byte of text. Content not known to be small is
 * limited only by the model's context window, once for each of its inputs if it has several.
 */
export function mostInput({ model, format, facts }: Sent, limits: ModelLimits): MostInput {
  const { contextWindow } = limits
  const window = contextWindow === GENEROUS.contextWindow ? USUAL_CONTEXT_WINDOW : contextWindow
  const perImage = COUNTS_MORE.models.test(model) ? COUNTS_MORE.tokens : MOST_TOKENS_OF_IMAGE
  const imageTokens = facts.images * perImage
  const soundTokens = Math.ceil(facts.soundCharacters / CHARACTERS_PER_TOKEN.sound)
  const fileTokens = Math.ceil(facts.fileCharacters / CHARACTERS_PER_TOKEN.file)
  const instructions = facts.notes.includes('tools') ? TOOL_INSTRUCTIONS : 0
  const carried = facts.textTokens + instructions + imageTokens + soundTokens + fileTokens
  const tokens = isOneContext(format)
    ? Math.min(facts.outside > 0 ? Math.max(carried, window) : carried, contextWindow)
    : carried + facts.outside * window
  return { tokens, imageTokens: Math.min(imageTokens, tokens), soundTokens: Math.min(soundTokens, tokens) }
}

/** Formats that only upstreams speak are conversations. */
const isOneContext = (format: WireFormat): boolean =>
  protocols[format].oneContext === true || protocols[format].meter === undefined
