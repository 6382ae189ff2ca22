import { firstElements, type ScannedObject } from './scan-json.ts'

/** The result of an edit: JSON text that replaces the value, or null to remove it. */
export type Edited = string | null

/**
 * Edits the top-level members of a JSON object text one by one, including each of several with one name. Unchanged
 * members keep their bytes; an object without changes is returned as is.
 *
 * @param edit gets a member's name and its value's text
 */
export function editMembers(
  { text, members }: ScannedObject,
  edit: (name: string, value: () => string) => Edited | undefined,
): ScannedObject | null {
  let isSame = true
  const kept: { name: string; head: string; value: string }[] = []
  for (const { name, nameStart, valueStart, valueEnd } of members) {
    const edited = edit(name, () => text.slice(valueStart, valueEnd))
    if (edited !== undefined) isSame = false
    if (edited === null) continue
    kept.push({ name, head: text.slice(nameStart, valueStart), value: edited ?? text.slice(valueStart, valueEnd) })
  }
  if (isSame) return null
  let written = '{'
  const scanned = kept.map(({ name, head, value }, index) => {
    if (index > 0) written += ','
    const nameStart = written.length
    const valueStart = nameStart + head.length
    written += head + value
    return { name, nameStart, valueStart, valueEnd: valueStart + value.length }
  })
  return { text: `${written}}`, members: scanned }
}

/** The same for the elements of a JSON array text; null: nothing changed, or it is not an array. */
export function editElements(text: string, edit: (value: string) => Edited | undefined): string | null {
  let isSame = true
  const kept: string[] = []
  for (const { start, end } of firstElements(text, 0, Number.POSITIVE_INFINITY)) {
    const value = text.slice(start, end)
    const edited = edit(value)
    if (edited !== undefined) isSame = false
    if (edited !== null) kept.push(edited ?? value)
  }
  return isSame ? null : `[${kept.join(',')}]`
}
