import { useSyncExternalStore } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { shownHint, subscribeToHints } from './shown-hint.ts'

const Tip = lazyPart(() => import('./tip.tsx'))

/** The hint currently shown on the page. */
export function Hints() {
  const hint = useSyncExternalStore(subscribeToHints, shownHint)
  return hint && <Tip key={hint.key} hint={hint} />
}
