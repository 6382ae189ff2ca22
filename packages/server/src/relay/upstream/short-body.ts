/** Up to here a body that announces its length is read in one go. */
const MOST_SHORT_BYTES = 64 * 1024

/** The bytes that a short body announces; null: it is read in chunks. */
export function shortBytesOf(headers: Headers): number | null {
  const announced = headers.get('content-length')
  // What is compressed may come to much more than it announces.
  if (announced === null || headers.has('content-encoding')) return null
  const bytes = Number(announced)
  return bytes <= MOST_SHORT_BYTES ? bytes : null
}
