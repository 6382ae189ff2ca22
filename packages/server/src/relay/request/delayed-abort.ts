/**
 * A signal that aborts some time after the given one, so that a response can be read for its usage after its client has
 * left. `delayMs` is called when the client leaves; 0: at once.
 */
export function delayedAbort(signal: AbortSignal, delayMs: () => number): AbortSignal {
  const controller = new AbortController()
  const onAbort = () => {
    const delay = delayMs()
    if (delay === 0) controller.abort()
    else setTimeout(() => controller.abort(), delay).unref()
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return controller.signal
}
