const quote = 0x22
const backslash = 0x5c
/** Each value but the first follows one of these. */
const MARKS: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])

/**
 * Returns whether a JSON text holds more than this many values, without building any: parsing, checking and collecting
 * them would take long. Marks inside strings do not count.
 */
export function holdsMoreValues(json: Uint8Array, most: number): boolean {
  let count = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const code = json[at] ?? 0
    if (isString && code === backslash) at++
    else if (code === quote) isString = !isString
    else if (!isString && MARKS.has(code) && ++count > most) return true
  }
  return false
}
