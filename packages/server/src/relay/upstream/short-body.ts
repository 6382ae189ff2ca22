/** A body with an announced length up to this is read in one go. */
const MOST_SHORT_BYTES = 64 * 1024

/** Returns the announced length of a short body; null: read it in chunks. */
export function shortBytesOf(headers: Headers): number | null {
  const announced = headers.get('content-length')
  // A compressed body may be much longer than announced.
  if (announced === null || headers.has('content-encoding')) return null
  const bytes = Number(announced)
  return bytes <= MOST_SHORT_BYTES ? bytes : null
}
