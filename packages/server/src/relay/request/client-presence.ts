/**
 * A client's signal, put off: aborted so long after the client has left, for what is still to be read for its usage. How
 * long is asked when it leaves; 0: at once.
 */
export function putOff(signal: AbortSignal, byMs: () => number): AbortSignal {
  const later = new AbortController()
  const left = () => {
    const waitMs = byMs()
    if (waitMs === 0) later.abort()
    else setTimeout(() => later.abort(), waitMs).unref()
  }
  if (signal.aborted) left()
  else signal.addEventListener('abort', left, { once: true })
  return later.signal
}
