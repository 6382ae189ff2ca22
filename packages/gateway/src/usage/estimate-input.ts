import { countListedNumbers, eachText } from '../raw/each-text.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** The count of most models for an image or a page. */
const TOKENS_PER_MEDIA_PART = 1_500

/**
 * Returns a request's estimated tokens if no upstream counted them: its texts, tokens given by id, and a fixed count
 * for each encoded medium. Member names stand for what models add around messages. Reads the whole body.
 */
export function estimateInput(body: string): number {
  let tokens = 0
  const media = eachText(body, text => {
    tokens += estimateTokens(text)
  })
  return Math.ceil(tokens) + media * TOKENS_PER_MEDIA_PART + countListedNumbers(body)
}
