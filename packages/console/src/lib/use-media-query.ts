import { useSyncExternalStore } from 'react'

/** Whether it matches now: `(max-width: 767.98px)`. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
