import { protocols, type WireFormat } from '../../protocols/index.ts'
import { type Measure, measure } from '../measure.ts'
import type { ModelLimits } from '../model-limits.ts'

/** What goes up, as far as its size goes. */
interface Sent {
  /** The body, or of a form its small fields. */
  text: string
  /** A top-level member of it. */
  member(name: string): unknown
  model: string
  format: WireFormat
  /** Of its text, where they are known already. */
  facts?: InputFacts | undefined
}

/** What a request's text says of how much a model has to read. Finding out takes time in its length. */
export interface InputFacts extends Measure {
  /** Pictures it names by their address. */
  imagesByAddress: number
  offersTools: boolean
  /** A value points at content the request does not carry. */
  pointsOutside: boolean
}

export function inputFacts(text: string, isPlain = isPlainText(text)): InputFacts {
  const { textBytes, images, soundCharacters, fileCharacters } = measure(text)
  return {
    textBytes,
    images,
    soundCharacters,
    fileCharacters,
    imagesByAddress: isPlain ? 0 : (text.match(IMAGE_BY_ADDRESS)?.length ?? 0),
    offersTools: !isPlain && TOOLS.test(text),
    pointsOutside: !isPlain && saysOutside(text),
  }
}

/**
 * Returns whether a request holds none of the words that its size or price depends on, here and in `plan-hold.ts`. Most hold none:
 * they are searched once instead of once for each.
 */
export const isPlainText = (text: string): boolean => !NOTEWORTHY.test(text)

const NOTEWORTHY =
  /"(?:tool|functions"|url|image_url"|file|google|code|web_search|modalities"|response_?[mM]odalities"|type"\s{0,8}:\s{0,8}"(?:web_|file_search|code_|mcp|computer|tool_search|image_generation))|oogle_?[sS]earch"|\\u00[4-7]/

export interface MostInput {
  tokens: number
  /** Of these, such as may be billed as pictures, or as sound. */
  imageTokens: number
  soundTokens: number
}

/** What models count for a picture at most, and the one family that counts far more. */
const MOST_TOKENS_OF_IMAGE = 5_000
const COUNTS_MORE = { models: /gpt-4o-mini/, tokens: 50_000 }
/** Sound and film of the lowest quality have a token for so many characters of base64; of a file's text, packed, one for one. */
const CHARACTERS_PER_TOKEN = { sound: 32, file: 1 }
/** What upstreams add to a request for tools and formats. */
const TOOL_INSTRUCTIONS = 1_024
const TOOLS = /"(?:tools|toolConfig|functions)"/
/** What is read of content that stands elsewhere, where nobody knows how much the model takes. */
const USUAL_CONTEXT_WINDOW = 262_144

/**
 * Returns how many tokens a request can come to: a token stands for at least a byte of text. Of what it points at without carrying
 * it, earlier turns, stored files, searches, nobody knows the size but the model's context window.
 */
export function mostInput(sent: Sent, { contextWindow }: ModelLimits, isPlain?: boolean): MostInput {
  const { model, facts = inputFacts(sent.text, isPlain) } = sent
  const { textBytes, images, soundCharacters, fileCharacters } = facts
  const perImage = COUNTS_MORE.models.test(model) ? COUNTS_MORE.tokens : MOST_TOKENS_OF_IMAGE
  const imageTokens = (images + facts.imagesByAddress) * perImage
  const soundTokens = Math.ceil(soundCharacters / CHARACTERS_PER_TOKEN.sound)
  const fileTokens = Math.ceil(fileCharacters / CHARACTERS_PER_TOKEN.file)
  const instructions = facts.offersTools ? TOOL_INSTRUCTIONS : 0
  const carried = textBytes + instructions + imageTokens + soundTokens + fileTokens
  const elsewhere = facts.pointsOutside || namesOutside(sent) ? USUAL_CONTEXT_WINDOW : 0
  const tokens = Math.min(Math.max(carried, elsewhere), contextWindow)
  return { tokens, imageTokens: Math.min(imageTokens, tokens), soundTokens: Math.min(soundTokens, tokens) }
}

/** Values within a request: a stored file's name, or a tool the upstream runs itself. A schema's member holds an object. */
const OUTSIDE =
  /"(?:file_id|file_?uri|file_url|fileUri)"\s{0,8}:\s{0,8}"|"(?:google_?search|googleSearch(?:Retrieval)?|url_?context|urlContext|code_?execution|codeExecution)"\s{0,8}:\s{0,8}\{\s{0,8}\}|"type"\s{0,8}:\s{0,8}"(?:web_|file_search|code_|mcp|computer|tool_search|image_generation)/
const LONGEST_PARSED = 65_536
const ESCAPED_LETTER = /\\u00[4-7]/

/** Returns whether a member names content that a request does not carry. */
const namesOutside = ({ member, format }: Sent): boolean =>
  protocols[format].contextMembers?.some(name => isGiven(member(name))) === true

function saysOutside(text: string): boolean {
  if (!ESCAPED_LETTER.test(text)) return OUTSIDE.test(text)
  // Letters written as escapes say the same to an upstream; a long text is taken at its worst rather than parsed.
  return text.length > LONGEST_PARSED || OUTSIDE.test(JSON.stringify(JSON.parse(text)))
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const IMAGE_BY_ADDRESS = /"(?:url|image_url)"\s{0,8}:\s{0,8}"https?:/g
