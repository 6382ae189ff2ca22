/**
 * Returns a text's estimated tokens, by the kinds of its characters: within a quarter of what tokenizers count, at a
 * nanosecond per character. A text counts the same in one piece or many, so a stream is counted without storing it.
 *
 * @returns a multiple of a sixty-fourth of a token, so that sums are exact
 */
export function estimateTokens(text: string): number {
  let weight = 0
  for (let at = 0; at < text.length; at++) weight += WEIGHTS[text.charCodeAt(at)] ?? OTHER
  return weight / UNIT
}

/** The same for a range of ASCII bytes, without making a text of it. */
export function estimateAscii(bytes: Uint8Array, start: number, end: number): number {
  let weight = 0
  for (let at = start; at < end; at++) weight += WEIGHTS[bytes[at] ?? 0] ?? OTHER
  return weight / UNIT
}

const UNIT = 64
/** Dashes, arrows, foreign quotation marks; scripts few tokenizers know. */
const OTHER = 53

/** Sixty-fourths of a token per character, by UTF-16 unit; fitted to the counts of o200k_base. Later lines win. */
const SCRIPTS: readonly { first: number; last: number; weight: number }[] = [
  { first: 0x00, last: 0x1f, weight: 45 },
  { first: 0x20, last: 0x20, weight: 18 },
  { first: 0x21, last: 0x7f, weight: 32 },
  { first: 0x30, last: 0x39, weight: 45 },
  // a capital usually begins a word whose other letters cost the rest
  { first: 0x41, last: 0x5a, weight: 12 },
  { first: 0x61, last: 0x7a, weight: 13 },
  // letters with accents split words
  { first: 0xc0, last: 0x36f, weight: 50 },
  { first: 0x370, last: 0x3ff, weight: 28 },
  { first: 0x400, last: 0x52f, weight: 23 },
  { first: 0x590, last: 0x5ff, weight: 26 },
  { first: 0x600, last: 0x77f, weight: 20 },
  { first: 0x900, last: 0xdff, weight: 24 },
  { first: 0xe00, last: 0xfff, weight: 30 },
  { first: 0x1100, last: 0x11ff, weight: 47 },
  { first: 0x1e00, last: 0x1eff, weight: 50 },
  { first: 0x1f00, last: 0x1fff, weight: 28 },
  { first: 0x3000, last: 0x303f, weight: 56 },
  { first: 0x3040, last: 0x30ff, weight: 48 },
  { first: 0x3400, last: 0x9fff, weight: 57 },
  { first: 0xac00, last: 0xd7af, weight: 47 },
  // half of an emoji, or of a rare character
  { first: 0xd800, last: 0xdfff, weight: 70 },
  { first: 0xf900, last: 0xfaff, weight: 57 },
  { first: 0xff00, last: 0xffef, weight: 56 },
]

const WEIGHTS = new Uint8Array(0x10000).fill(OTHER)
for (const { first, last, weight } of SCRIPTS) WEIGHTS.fill(weight, first, last + 1)
