const TRIES = 3
const PATIENCE_MS = 10_000

/** Whether this page may ask an address: a page that came encrypted asks nothing in plain text. */
export const canMeasure = (address: string, { protocol }: Pick<Location, 'protocol'>): boolean =>
  protocol !== 'https:' || address.toLowerCase().startsWith('https:')

/**
 * Milliseconds from a request to its answer, whatever it says: the fastest of some, as the first opens the connection.
 * Null: no answer.
 */
export async function measureLatency(address: string): Promise<number | null> {
  const times: number[] = []
  try {
    for (let at = 0; at < TRIES; at += 1) {
      const begun = performance.now()
      await fetch(address, {
        method: 'HEAD',
        mode: 'no-cors',
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      times.push(performance.now() - begun)
    }
  } catch {
    return null
  }
  return Math.min(...times)
}
