import { cloneElement, type DOMAttributes, type ReactElement, type ReactNode } from 'react'
import { type HintText, hideHint, showHint } from './shown-hint.ts'

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
