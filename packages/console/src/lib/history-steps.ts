type Guard = (step: PopStateEvent) => void

let guard: Guard | undefined

// Of a window's listeners the first one added hears first: this file must be loaded before the router listens.
window.addEventListener('popstate', step => guard?.(step))

/** Has a guard hear of the browser's Back and Forward before the router does. Returns how to end that. */
export function guardSteps(by: Guard): () => void {
  guard = by
  return () => {
    if (guard === by) guard = undefined
  }
}

/** The router numbers the entries it makes; null: this one is not the router's. */
export const placeInHistory = (): number | null => (history.state as { idx?: number } | null)?.idx ?? null
