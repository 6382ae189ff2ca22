import { type Control, type OptionKey, optionLines, type Reason } from '@tollgate/contract'

/** Options as text, as sent to the server. */
export type Texts = Partial<Record<OptionKey, string>>

export interface StoredOptions {
  /** Empty for secrets, which are never sent back. */
  textOf: (key: OptionKey) => string
  isSecretSet: (key: OptionKey) => boolean
}

/** Why the server would refuse a text. */
export function reasonAgainst(key: OptionKey, text: string): Reason | undefined {
  const reading = optionLines[key].read(text)
  return 'reason' in reading ? reading.reason : undefined
}

/** A text as the server stores it: formatted JSON, no blank lines, no trailing slash. A refused one stays as it is. */
export function asKept(key: OptionKey, text: string): string {
  const { read, write } = optionLines[key]
  const reading = read(text)
  return 'value' in reading ? write(reading.value) : text
}

/** Whether saving a text would change anything. */
export function isChange(key: OptionKey, text: string, stored: StoredOptions): boolean {
  if (optionLines[key].secret) return text !== '' || stored.isSecretSet(key)
  return asKept(key, text) !== asKept(key, stored.textOf(key))
}

/** The entries a text loses and gains. */
export function entriesChanged(control: Control, from: string, to: string): { removed: string[]; added: string[] } {
  const before = entriesOf(control, from)
  const after = entriesOf(control, to)
  return { removed: without(before, after), added: without(after, before) }
}

/** Texts of these controls have many entries; the others are one value. */
const separators: Partial<Record<Control, RegExp>> = {
  json: /,?\n/,
  'long-text': /\n/,
  lines: /\n/,
  list: /,/,
}

export const hasManyEntries = (control: Control): boolean => separators[control] !== undefined

/** Brackets alone are not an entry. */
function entriesOf(control: Control, text: string): string[] {
  const entries = text.split(separators[control] ?? '\n').map(entry => entry.trim())
  return entries.filter(entry => !/^[[\]{}]*$/.test(entry))
}

/** The entries of one list that the other lacks, counting repetitions. */
function without(entries: string[], others: string[]): string[] {
  const left = [...others]
  return entries.filter(entry => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
