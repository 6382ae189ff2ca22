import { noUsage } from '../../canonical/usage.ts'
import { makeObserver } from '../../observers/observer.ts'

/** Counting tokens consumes none, whatever number is returned. */
export const observer = makeObserver({
  read(answer, tally) {
    if ('totalTokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})
