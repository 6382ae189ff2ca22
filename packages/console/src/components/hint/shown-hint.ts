import type { ReactNode } from 'react'

export type HintText = ReactNode | (() => ReactNode)

export interface ShownHint {
  /** Unique for each. */
  key: number
  target: Element
  title: HintText
  isOpen: boolean
}

/** How long a pointer must rest on the element. */
const RESTING_MS = 100

let shown: ShownHint | undefined
let opening: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const shownHint = (): ShownHint | undefined => shown

export function subscribeToHints(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows an element's hint instead of any other. A touch shows the hints of passive elements; a button just acts. */
export function showHint(target: Element, title: HintText, isTouch = false): void {
  if (isTouch && target.matches('button, a, input')) return
  clearTimeout(opening)
  opening = setTimeout(() => {
    if (target.isConnected) change({ key: (shown?.key ?? 0) + 1, target, title, isOpen: true })
  }, RESTING_MS)
}

/** Hides the hint if it is the element's; without an element, any hint. */
export function hideHint(target = shown?.target): void {
  clearTimeout(opening)
  if (shown?.isOpen && shown.target === target) change({ ...shown, isOpen: false })
}

function change(next: ShownHint): void {
  shown = next
  for (const listener of listeners) listener()
}
