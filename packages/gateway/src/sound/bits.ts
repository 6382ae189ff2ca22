/** There are too few bits. */
class OutOfBits extends Error {
  override name = 'OutOfBits'
}

export interface Bits {
  /** Returns the next bits as a number, 32 at most. */
  read(count: number): number
  skip(count: number): void
}

/** Reads bits from the highest of each byte, as MPEG does. */
export const highFirst = (bytes: Uint8Array, start = 0): Bits =>
  reader(
    bytes,
    start,
    (value, bit) => value * 2 + bit,
    at => 7 - (at & 7),
  )

/** Reads bits from the lowest of each byte, as Vorbis does. */
export const lowFirst = (bytes: Uint8Array, start = 0): Bits =>
  reader(
    bytes,
    start,
    (value, bit, index) => value + bit * 2 ** index,
    at => at & 7,
  )

function reader(
  bytes: Uint8Array,
  start: number,
  join: (value: number, bit: number, index: number) => number,
  placeOf: (at: number) => number,
): Bits {
  let at = start * 8
  const skip = (count: number): void => {
    at += count
    if (at > bytes.length * 8) throw new OutOfBits()
  }
  return {
    skip,
    read(count) {
      const from = at
      skip(count)
      let value = 0
      for (let index = 0; index < count; index++) {
        const place = from + index
        value = join(value, ((bytes[place >> 3] ?? 0) >> placeOf(place)) & 1, index)
      }
      return value
    },
  }
}

/** Returns the result of `read`; null: there were too few bits. */
export function whileBitsLast<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof OutOfBits) return null
    throw error
  }
}
