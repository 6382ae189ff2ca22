import { noUsage } from '../canonical/usage.ts'
import { following } from './following.ts'

/** A count of tokens uses none, whatever number is answered. */
export const followGeminiCountTokens = following({
  read(answer, tally) {
    if ('totalTokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})
