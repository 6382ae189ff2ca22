import { protocols, type WireFormat } from '../../protocols/index.ts'
import { type InputFacts, inputFacts } from '../input-facts.ts'
import { GENEROUS, type ModelLimits } from '../model-limits.ts'

/** What goes up, as far as its size goes. */
interface Sent {
  model: string
  format: WireFormat
  facts: InputFacts
}

/** Returns the facts of a body of a format; a form has no members that are looked at. */
export const factsIn = (format: WireFormat, text: string): InputFacts =>
  inputFacts(text, protocols[format].inputSize ?? 'outside')

export interface MostInput {
  tokens: number
  /** Of these, such as may be billed as pictures, or as sound. */
  imageTokens: number
  soundTokens: number
}

/** What models count for a picture at most, and the one family that counts far more. */
export const MOST_TOKENS_OF_IMAGE = 5_000
const COUNTS_MORE = { models: /gpt-4o-mini/, tokens: 50_000 }
/** Sound of the lowest rate has a token for so many characters of base64; a text one for each. */
const CHARACTERS_PER_TOKEN = { sound: 32, file: 1 }
/** What upstreams add to a request for tools and formats. */
const TOOL_INSTRUCTIONS = 1_024
/** What is read of content that stands elsewhere, where nobody knows how much the model takes. */
export const USUAL_CONTEXT_WINDOW = 262_144

/**
 * Returns how many tokens a request can come to: a token stands for at least a byte of text. Of what nobody knows to be small the
 * model's context window alone is the limit, for each of its inputs where it carries many.
 */
export function mostInput({ model, format, facts }: Sent, limits: ModelLimits): MostInput {
  const { contextWindow } = limits
  const window = contextWindow === GENEROUS.contextWindow ? USUAL_CONTEXT_WINDOW : contextWindow
  const perImage = COUNTS_MORE.models.test(model) ? COUNTS_MORE.tokens : MOST_TOKENS_OF_IMAGE
  const imageTokens = facts.images * perImage
  const soundTokens = Math.ceil(facts.soundCharacters / CHARACTERS_PER_TOKEN.sound)
  const fileTokens = Math.ceil(facts.fileCharacters / CHARACTERS_PER_TOKEN.file)
  const instructions = facts.notes.includes('tools') ? TOOL_INSTRUCTIONS : 0
  const carried = facts.textBytes + instructions + imageTokens + soundTokens + fileTokens
  const tokens = isOneContext(format)
    ? Math.min(facts.outside > 0 ? Math.max(carried, window) : carried, contextWindow)
    : carried + facts.outside * window
  return { tokens, imageTokens: Math.min(imageTokens, tokens), soundTokens: Math.min(soundTokens, tokens) }
}

/** What upstreams alone speak is a conversation. */
const isOneContext = (format: WireFormat): boolean =>
  protocols[format].oneContext === true || protocols[format].meter === undefined
