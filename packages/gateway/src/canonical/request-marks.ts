import { mentionsAddresses } from './media-by-address.ts'
import { carriesSignatures } from './signature.ts'

/**
 * Features of a request's text that change how it is handled, each found in one pass over the text. Inside a string the
 * quotes would be escaped.
 */
const MARKS = {
  signatures: carriesSignatures,
  addresses: mentionsAddresses,
  /** Gemini CLI sends every result twice when it resumes a session, which Google refuses. */
  repeatedResults: (text: string) => countOf('"functionResponse"', text) > countOf('"functionCall"', text),
  /** The members that carry reasoning in OpenAI Chat. */
  reasoning: (text: string) => /"reasoning_(content|details)":/.test(text),
  pictures: (text: string) => text.includes('"data:image/'),
  developer: (text: string) => /"role":\s*"developer"/.test(text),
  itemReferences: (text: string) => text.includes('"item_reference"'),
}

export type RequestMark = keyof typeof MARKS

/** Returns whether a request's text has a mark. Takes time linear in its length. */
export const hasMark = (text: string, mark: RequestMark): boolean => MARKS[mark](text)

/** Returns all marks of a request's text. Takes one pass for each. */
export const marksIn = (text: string): RequestMark[] =>
  (Object.keys(MARKS) as RequestMark[]).filter(mark => hasMark(text, mark))

function countOf(word: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count++
  return count
}
