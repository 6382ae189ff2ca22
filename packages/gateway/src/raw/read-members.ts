import { parseBetween, type ScannedObject, scanObject } from './scan-json.ts'

/**
 * Returns the named top-level members of a JSON object, parsed; all others stay unread. Of a name given twice the last counts, as
 * in `JSON.parse`.
 *
 * @throws MalformedJson
 */
export function readMembers<const Name extends string>(
  source: string | ScannedObject,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const scanned = typeof source === 'string' ? scanObject(source) : source
  const values: Partial<Record<Name, unknown>> = {}
  for (const name of names) {
    const value = readMember(scanned, name)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** The same for one member; undefined: there is none. */
export function readMember({ text, members }: ScannedObject, name: string): unknown {
  for (let at = members.length - 1; at >= 0; at--) {
    const member = members[at]
    if (member?.name === name) return parseBetween(text, member.valueStart, member.valueEnd)
  }
  return undefined
}
