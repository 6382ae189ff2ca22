import { useLayoutEffect, useRef } from 'react'

/** Keeps the keyboard focus in a list when the focused row goes: Tab then continues at its beginning. */
export function useKeptFocus() {
  const list = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    // React tells nobody of a blur that it causes by removing an element.
    if (isInside.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  })
  return {
    ref: list,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
