import { cloneElement, type DOMAttributes, type ReactElement, type ReactNode } from 'react'
import { type HintText, hideHint, showHint } from './shown-hint.ts'

interface HintProps {
  /** What is said of it; a function, where that takes work. Nothing: there is no hint. */
  title: HintText
  children: ReactElement<DOMAttributes<Element>>
}

/**
 * Says more of an element that is pointed at, or has the focus of a keyboard. All hints of the page share one tooltip, which is loaded
 * when it is wanted: a list has hundreds of hints, of which one is seen.
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
