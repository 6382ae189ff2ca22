/** How values are written: as numbers, as text, or as JSON, where what is not JSON is text. */
export type EntryKind = 'number' | 'text' | 'json'

/** One line of the table, as typed. */
export interface Entry {
  name: string
  value: string
}

/** The entries of a JSON object; undefined if the text is not one. */
export function readEntries(text: string, kind: EntryKind = 'text'): Entry[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value).map(([name, value]) => ({
      name,
      value: kind === 'json' ? asTyped(value) : String(value),
    }))
  } catch {
    return undefined
  }
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** The entries with unique names as a JSON object. An invalid number stays text, for the check to refuse. */
export function writeEntries(entries: Entry[], kind: EntryKind): string {
  const kept = ({ value }: Entry) => {
    if (kind === 'json') return jsonOrText(value)
    return kind === 'number' && NUMBER.test(value.trim()) ? Number(value) : value
  }
  const named = entries.filter(({ name }, index) => name.trim() !== '' && !isRepeated(entries, index))
  return JSON.stringify(Object.fromEntries(named.map(entry => [entry.name.trim(), kept(entry)])), null, 2)
}

/** Whether an entry repeats the name of an earlier one, which stays as it is. */
export const isRepeated = (entries: Entry[], index: number): boolean => {
  const name = entries[index]?.name.trim()
  return name !== '' && entries.slice(0, index).some(entry => entry.name.trim() === name)
}

/** Text that would read as other JSON keeps its quotation marks. */
const asTyped = (value: unknown): string =>
  typeof value === 'string' && jsonOrText(value) === value ? value : JSON.stringify(value)

function jsonOrText(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}
