import type { Loss } from '@tollgate/gateway'

const HEADER = 'x-tollgate-losses'
/** Proxies refuse long headers; the log has all losses. */
const LONGEST_HEADER = 1_000
const APOSTROPHES = /[‘’]/g
const NOT_FOR_HEADERS = /[^\x20-\x7e]/g

export const lossText = ({ what, why }: Loss): string => `${what}: ${why}`

/** Adds the losses that are new. */
export function addLosses(known: Loss[], more: readonly Loss[]): void {
  for (const loss of more) if (!known.some(({ what, why }) => what === loss.what && why === loss.why)) known.push(loss)
}

/** Returns the response header that lists what the upstream's format could not express; empty if nothing was lost. */
export function lossesHeader(losses: readonly Loss[]): Record<string, string> {
  if (losses.length === 0) return {}
  const words = losses.map(lossText).join('; ').replace(APOSTROPHES, "'").replace(NOT_FOR_HEADERS, '?')
  return { [HEADER]: words.slice(0, LONGEST_HEADER) }
}
