/** Texts up to this length are remembered. */
const LONGEST = 32
const SLOTS = 1_024
/** One in so many unknown texts is remembered, so that a body of nothing but new names costs little more. */
const ONE_IN = 16

const known: string[] = new Array(SLOTS).fill('')
let unknown = 0

/**
 * Returns the text between two offsets; null: it has a backslash. A short text that was seen often is not made again: each
 * member of each request has a name, and requests repeat the same few.
 */
export function plainText(text: string, start: number, end: number): string | null {
  const length = end - start
  if (length <= 0 || length > LONGEST) return withoutEscapes(text.slice(start, end))
  const slot = slotOf(length, text.charCodeAt(start), text.charCodeAt(start + (length >> 1)), text.charCodeAt(end - 1))
  const seen = known[slot]
  if (seen !== undefined && seen.length === length && text.startsWith(seen, start)) return seen
  const made = withoutEscapes(text.slice(start, end))
  unknown += 1
  if (made !== null && unknown % ONE_IN === 0) known[slot] = apart(made)
  return made
}

const withoutEscapes = (written: string): string | null => (written.includes('\\') ? null : written)

const slotOf = (length: number, first: number, middle: number, last: number): number =>
  (length * 31 + first * 7 + middle * 131 + last * 521) % SLOTS

/** Copies a text, because a slice keeps the whole original in memory. */
export const apart = (text: string): string => JSON.parse(JSON.stringify(text))
