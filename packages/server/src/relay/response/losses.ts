import type { Loss } from '@tollgate/gateway'

const HEADER = 'x-tollgate-losses'
/** Proxies on the way refuse long headers; the log has every loss. */
const LONGEST_HEADER = 1_000
const NOT_FOR_HEADERS = /[^\x20-\x7e]/g

export const lossInWords = ({ what, why }: Loss): string => `${what}: ${why}`

/** The header that tells a client what the upstream's format had no word for; none when nothing was lost. */
export function lossesHeader(losses: readonly Loss[]): Record<string, string> {
  if (losses.length === 0) return {}
  const words = losses.map(lossInWords).join('; ').replace(NOT_FOR_HEADERS, '?')
  return { [HEADER]: words.slice(0, LONGEST_HEADER) }
}
