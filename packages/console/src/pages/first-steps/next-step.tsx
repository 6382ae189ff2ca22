import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { stored, useStored } from '../../lib/storage.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useIsAdmin } from '../../session/user.ts'

const Offer = lazyPart(() => withPhrases(['home', 'tryIt'], import('./offer.tsx')))

/** Offers an operator the next step to the first receipt, on the page where the last one was done, until there is a receipt. */
export function NextStep() {
  const isAdmin = useIsAdmin()
  const [isHidden] = useStored(stored.firstStepsHidden)
  const [isDone] = useStored(stored.firstStepsDone)
  // Steps completed while the page is open stay visible.
  const [wasDone] = useState(isDone)
  if (!isAdmin || isHidden || wasDone) return null
  return <Offer />
}
