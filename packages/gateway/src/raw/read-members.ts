import { parseBetween, type ScannedObject, scanObject } from './scan-json.ts'

/**
 * Returns the named top-level members of a JSON object, parsed; all others stay unread. A name given twice counts as its last,
 * as `JSON.parse` has it.
 *
 * @throws MalformedJson
 */
export function readMembers<const Name extends string>(
  source: string | ScannedObject,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const { text, members } = typeof source === 'string' ? scanObject(source) : source
  const values: Partial<Record<Name, unknown>> = {}
  for (const name of names) {
    const member = members.findLast(candidate => candidate.name === name)
    if (member) values[name] = parseBetween(text, member.valueStart, member.valueEnd)
  }
  return values
}
