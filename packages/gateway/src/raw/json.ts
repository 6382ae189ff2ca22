export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value itself when it is an object, else null. */
export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null)

/** Returns the value itself when it is an object, else an empty one: for looking at members that may be there. */
export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Returns the value itself when it is an array, else an empty one. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the objects in an array; whatever else is in it is left out. */
export const asObjects = (value: unknown): JsonObject[] => asArray(value).filter(isObject)

/** Returns the value itself when it is a text with something in it, else null. */
export const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns what a number says, or a text that is one; NaN for what is nested, which JavaScript may fail to convert. */
export const asNumber = (value: unknown): number => (typeof value === 'object' ? Number.NaN : Number(value))

/** Returns a code, which some write as text and others as a number; null for anything else. */
export const asCode = (value: unknown): string | null => (typeof value === 'number' ? String(value) : asText(value))

/** Returns what a table has under a word from outside; undefined: nothing. `constructor` and the like are words as any other. */
export const lookUp = <Entry>(table: Readonly<Record<string, Entry>>, word: unknown): Entry | undefined =>
  typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined

/** Returns what an object says it is, to be told by. */
export const typeOf = (wire: JsonObject): string => asText(wire.type) ?? 'unknown'

/** Returns what stands at a path such as `error.message`; undefined when there is no such place. */
export function dig(value: unknown, path: string): unknown {
  let found = value
  for (const name of stepsOf(path)) {
    if (!isObject(found)) return undefined
    const inside: unknown = found[name]
    // Most places are empty: only of what is there it must be asked whose it is.
    if (inside === undefined || !Object.hasOwn(found, name)) return undefined
    found = inside
  }
  return found
}

/** The program has few paths and takes them for every answer. */
const stepsByPath = new Map<string, string[]>()

function stepsOf(path: string): string[] {
  const known = stepsByPath.get(path)
  if (known) return known
  const steps = path.split('.')
  stepsByPath.set(path, steps)
  return steps
}

/** Returns the value a JSON text writes; undefined when it is no JSON, or holds more values than any answer has. */
export function tryParse(text: string): unknown {
  try {
    return isTooComplex(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Below it no text holds so much that reading it takes long. */
const WORTH_COUNTING = 1024 * 1024
const MOST_MARKS = 500_000

/** Returns whether a JSON text may hold so many values that reading it takes long: each but the first stands behind one of these. */
export const isTooComplex = (text: string): boolean =>
  text.length > WORTH_COUNTING && [',', '[', '{'].some(mark => holdsOver(MOST_MARKS, mark, text))

/** The same of a text whose bytes come in pieces: whether with this one it holds too much. */
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
