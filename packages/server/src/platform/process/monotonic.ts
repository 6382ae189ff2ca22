/** A clock that never goes back: when the given clock does, this one stands still and continues from there. */
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
