import { cloneElement, type DOMAttributes, type ReactElement, type ReactNode, useSyncExternalStore } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { type HintText, hideHint, showHint, shownHint, subscribeToHints } from './shown-hint.ts'

interface HintProps {
  /** The hint's text, or a function if computing it is expensive. Empty: there is no hint. */
  title: HintText
  children: ReactElement<DOMAttributes<Element>>
}

/**
 * Shows a hint for an element that is hovered or has keyboard focus. All hints of the page share one tooltip, which is loaded on
 * first use: a list has hundreds of hints and shows one.
 */
export function Hint({ title, children }: HintProps): ReactNode {
  if (!title) return children
  return cloneElement(children, {
    onPointerEnter: ({ currentTarget, pointerType }) => showHint(currentTarget, title, pointerType === 'touch'),
    onPointerLeave: ({ currentTarget, pointerType }) => pointerType !== 'touch' && hideHint(currentTarget),
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && showHint(currentTarget, title),
    onBlur: ({ currentTarget }) => hideHint(currentTarget),
  })
}

const Tip = lazyPart(() => import('./tip.tsx'))

/** The hint currently shown on the page. */
export function Hints() {
  const hint = useSyncExternalStore(subscribeToHints, shownHint)
  return hint && <Tip key={hint.key} hint={hint} />
}
