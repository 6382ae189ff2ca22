/**
 * Reads `Retry-After`, in seconds or as a date, as milliseconds; 0: missing or unreadable. Source: RFC 9110, 10.2.3.
 *
 * @param now unix milliseconds
 */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (header === null) return 0
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
