type Guard = (step: PopStateEvent) => void

let guard: Guard | undefined

// A window's listeners run in the order they were added: this file must load before the router listens.
window.addEventListener('popstate', step => guard?.(step))

/** Lets a guard see the browser's Back and Forward before the router does. Returns how to end that. */
export function guardSteps(by: Guard): () => void {
  guard = by
  return () => {
    if (guard === by) guard = undefined
  }
}

/** The router numbers its history entries; null: this one is not the router's. */
export const placeInHistory = (): number | null => (history.state as { idx?: number } | null)?.idx ?? null
