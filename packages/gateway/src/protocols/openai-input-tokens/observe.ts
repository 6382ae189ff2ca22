import { noUsage } from '../../canonical/usage.ts'
import { makeObserver } from '../../observers/observer.ts'

/** A count of tokens uses none, whatever number is answered. */
export const observer = makeObserver({
  read(answer, tally) {
    if ('input_tokens' in answer) tally.usage = { ...noUsage(), raw: answer }
  },
})
