/** A clock that never goes back: where the one given does, time stands still for a moment and goes on from there. */
export function monotonic(clock: () => number): () => number {
  let ahead = 0
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock() + ahead
    if (now < last) ahead += last - now
    last = Math.max(last, now)
    return last
  }
}
