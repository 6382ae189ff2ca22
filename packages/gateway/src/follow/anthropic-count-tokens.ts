import { noUsage } from '../canonical/usage.ts'
import { following } from './following.ts'

/** A count of tokens uses none, whatever number is answered. */
export const followAnthropicCountTokens = following({
  read(answer, tally) {
    if ('input_tokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})
