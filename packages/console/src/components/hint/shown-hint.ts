import type { ReactNode } from 'react'

export type HintText = ReactNode | (() => ReactNode)

export interface ShownHint {
  /** Another for each. */
  key: number
  target: Element
  title: HintText
  isOpen: boolean
}

/** As long as a pointer rests on what it asks about. */
const RESTING_MS = 100

let shown: ShownHint | undefined
let opening: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const shownHint = (): ShownHint | undefined => shown

export function subscribeToHints(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the hint of an element in place of any other. A touch asks by what only says something, a button just does what it does. */
export function showHint(target: Element, title: HintText, isTouch = false): void {
  if (isTouch && target.matches('button, a, input')) return
  clearTimeout(opening)
  opening = setTimeout(() => {
    if (target.isConnected) change({ key: (shown?.key ?? 0) + 1, target, title, isOpen: true })
  }, RESTING_MS)
}

/** Hides the hint, where it is the element's; without one any. */
export function hideHint(target = shown?.target): void {
  clearTimeout(opening)
  if (shown?.isOpen && shown.target === target) change({ ...shown, isOpen: false })
}

function change(next: ShownHint): void {
  shown = next
  for (const listener of listeners) listener()
}
