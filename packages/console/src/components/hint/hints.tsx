import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shownHint, subscribeToHints } from './shown-hint.ts'

const Tip = lazy(() => import('./tip.tsx'))

/** The hint of the page that is shown now. */
export function Hints() {
  const hint = useSyncExternalStore(subscribeToHints, shownHint)
  return <Suspense>{hint && <Tip key={hint.key} hint={hint} />}</Suspense>
}
