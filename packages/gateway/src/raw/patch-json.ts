import { firstValueIn, type Member, type ScannedObject, scanObject } from './scan-json.ts'

/** New values by member name; `undefined` removes the member, `merge(…)` and `firstItem(…)` patch inside it. */
export type Patches = Readonly<Record<string, unknown>>

class Merge {
  constructor(readonly patches: Patches) {}
}

/** Patches the members of an object inside the patched one, keeping its others; makes the object where there is none. */
export const merge = (patches: Patches): Merge => new Merge(patches)

class FirstItem {
  constructor(readonly patches: Patches) {}
}

/** Patches the members of the object an array begins with. Any other value stays as it is. */
export const firstItem = (patches: Patches): FirstItem => new FirstItem(patches)

/**
 * Sets, replaces and removes top-level members of a JSON object text, and touches no other byte: number spelling, order,
 * white space and escapes stay as the client wrote them. A member given twice is patched twice, because upstreams
 * disagree on which one counts.
 *
 * @throws MalformedJson
 */
export function patchJson(source: string | ScannedObject, patches: Patches): string {
  const { text, members } = typeof source === 'string' ? scanObject(source) : source
  const wanted = new Map(Object.entries(patches))
  const present = new Set(members.map(member => member.name))
  const stays = (member: Member) => !wanted.has(member.name) || wanted.get(member.name) !== undefined

  const bodyStart = members[0]?.nameStart ?? text.indexOf('{') + 1
  const bodyEnd = members.at(-1)?.valueEnd ?? bodyStart
  let body = ''
  for (const [index, member] of members.entries()) {
    if (!stays(member)) continue
    if (body) body += text.slice(members[index - 1]?.valueEnd, member.nameStart)
    const value = text.slice(member.valueStart, member.valueEnd)
    body += text.slice(member.nameStart, member.valueStart)
    body += wanted.has(member.name) ? writeValue(wanted.get(member.name), value) : value
  }
  for (const [name, patch] of wanted) {
    if (present.has(name) || patch === undefined) continue
    body += `${body ? ',' : ''}${JSON.stringify(name)}:${writeValue(patch, '{}')}`
  }
  return text.slice(0, bodyStart) + body + text.slice(bodyEnd)
}

function writeValue(patch: unknown, current: string): string {
  if (patch instanceof Merge) return patchJson(current.startsWith('{') ? current : '{}', patch.patches)
  if (patch instanceof FirstItem) return patchFirst(current, patch.patches)
  return JSON.stringify(patch)
}

function patchFirst(array: string, patches: Patches): string {
  const first = firstValueIn(array)
  if (!first || array[first.start] !== '{') return array
  return array.slice(0, first.start) + patchJson(array.slice(first.start, first.end), patches) + array.slice(first.end)
}
