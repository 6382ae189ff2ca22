import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function that stays the same and does what the given one of the last render does. */
export function useLatest<Input>(action: (input: Input) => void): (input: Input) => void {
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })
  return useCallback(input => latest.current(input), [])
}
