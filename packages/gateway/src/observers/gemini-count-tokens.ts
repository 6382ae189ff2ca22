import { noUsage } from '../canonical/usage.ts'
import { makeObserver } from './observer.ts'

/** A count of tokens uses none, whatever number is answered. */
export const followGeminiCountTokens = makeObserver({
  read(answer, tally) {
    if ('totalTokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})
