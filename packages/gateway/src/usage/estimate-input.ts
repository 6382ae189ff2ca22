import { countListedNumbers, eachText } from '../raw/each-text.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** What most models count for an image or a page. */
const TOKENS_PER_MEDIA_PART = 1_500

/**
 * Returns how many tokens a request comes to where no upstream counted them: its texts, tokens given by their ids, and a share
 * for every encoded medium. The names of its members stand for what models add around messages. Reads the body whole.
 */
export function estimateInput(body: string): number {
  let tokens = 0
  const media = eachText(body, text => {
    tokens += estimateTokens(text)
  })
  return Math.ceil(tokens) + media * TOKENS_PER_MEDIA_PART + countListedNumbers(body)
}
