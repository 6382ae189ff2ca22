import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that calls the one given in the last render. */
export function useLatest<Input>(action: (input: Input) => void): (input: Input) => void {
  const latest = useRef(action)
  useLayoutEffect(() => {
    latest.current = action
  })
  return useCallback(input => latest.current(input), [])
}
