export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value itself if it is an object, otherwise null. */
export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null)

/** Returns the value itself if it is an object, otherwise an empty one: for reading members that may be missing. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Returns the value itself if it is an array, otherwise an empty one. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects in an array, without other elements. Not a copy if all are objects, as in nearly every answer. */
export function asObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return NO_OBJECTS
  return value.every(isObject) ? value : value.filter(isObject)
}

const NO_OBJECTS: readonly JsonObject[] = []

/** Returns the value itself if it is a text that is not empty, otherwise null. */
export const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns a number, also one written as text; NaN for nested values, which JavaScript may fail to convert. */
export const asNumber = (value: unknown): number => (typeof value === 'object' ? Number.NaN : Number(value))

/** Returns a code, which some hosts write as text and others as a number; null for other values. */
export const asCode = (value: unknown): string | null => (typeof value === 'number' ? String(value) : asText(value))

/** Returns a table's entry for a word from outside; undefined: none. `constructor` and the like are ordinary words. */
export const lookUp = <Entry>(table: Readonly<Record<string, Entry>>, word: unknown): Entry | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined

/** Returns an object's `type`. */
export const typeOf = (wire: JsonObject): string => asText(wire.type) ?? 'unknown'

/** Returns the value at a path such as `error.message`; undefined if there is none. */
export function dig(value: unknown, path: string): unknown {
  let found = value
  for (const name of stepsOf(path)) {
    if (!isObject(found)) return undefined
    const inside: unknown = found[name]
    // Most places are empty: only an existing value needs the check for an own property.
    if (inside === undefined || !Object.hasOwn(found, name)) return undefined
    found = inside
  }
  return found
}

/** The program has few paths and uses them for every answer. */
const stepsByPath = new Map<string, string[]>()

function stepsOf(path: string): string[] {
  const known = stepsByPath.get(path)
  if (known) return known
  const steps = path.split('.')
  stepsByPath.set(path, steps)
  return steps
}

/** Returns the value of a JSON text; undefined if it is not JSON, or has more values than any answer. */
export function tryParse(text: string): unknown {
  try {
    return isTooComplex(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Shorter texts cannot have enough values to be slow. */
const WORTH_COUNTING = 1024 * 1024
const MOST_MARKS = 500_000

/**
 * Returns whether a JSON text may have so many values that reading it is slow: each value but the first follows one of
 * these characters.
 */
export const isTooComplex = (text: string): boolean =>
  text.length > WORTH_COUNTING && [',', '[', '{'].some(mark => holdsOver(MOST_MARKS, mark, text))

/** The same for a text whose bytes come in pieces: whether it has too many, including this piece. */
export function complexityOf(): (bytes: Uint8Array) => boolean {
  let size = 0
  let early: Uint8Array[] = []
  const counts = [0, 0, 0]
  const count = (bytes: Uint8Array) => {
    for (const [which, mark] of MARK_BYTES.entries()) {
      let found = counts[which] ?? 0
      for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) found++
      counts[which] = found
    }
  }
  return bytes => {
    size += bytes.length
    if (size <= WORTH_COUNTING) {
      early.push(bytes)
      return false
    }
    for (const one of [...early, bytes]) count(one)
    early = []
    return counts.some(found => found > MOST_MARKS)
  }
}

const MARK_BYTES = [0x2c, 0x5b, 0x7b]

function holdsOver(most: number, mark: string, text: string): boolean {
  let count = 0
  for (let at = text.indexOf(mark); at !== -1 && count <= most; at = text.indexOf(mark, at + 1)) count++
  return count > most
}
