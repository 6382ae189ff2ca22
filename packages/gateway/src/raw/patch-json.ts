import { firstValueIn, type Member, type ScannedObject, scanObject } from './scan-json.ts'

/** New values by member name; `undefined` removes the member, `merge(…)` and `firstItem(…)` patch inside it, `verbatim(…)` is JSON text. */
export type Patches = Readonly<Record<string, unknown>>

class Merge {
  constructor(readonly patches: Patches) {}
}

/** Patches the members of a nested object and keeps its others; creates the object if there is none. */
export const merge = (patches: Patches): Merge => new Merge(patches)

class FirstItem {
  constructor(readonly patches: Patches) {}
}

/** Patches the members of the object at the start of an array. Other values are unchanged. */
export const firstItem = (patches: Patches): FirstItem => new FirstItem(patches)

class Verbatim {
  constructor(readonly text: string) {}
}

/** A value that is already written as JSON. */
export const verbatim = (text: string): Verbatim => new Verbatim(text)

/**
 * Sets, replaces and removes top-level members of a JSON object text without changing any other byte: number spelling,
 * order, whitespace and escapes stay as the client wrote them. A member given twice is patched twice, because upstreams
 * disagree on which one counts.
 *
 * @throws MalformedJson
 */
export const patchJson = (text: string, patches: Patches): string => patchObject(scanObject(text), patches).text

/** The same for a scanned object; the result need not be scanned again. */
export function patchObject({ text, members }: ScannedObject, patches: Patches): ScannedObject {
  const wanted = new Map(Object.entries(patches))
  const present = new Set(members.map(member => member.name))
  const stays = (member: Member) => !wanted.has(member.name) || wanted.get(member.name) !== undefined

  const bodyStart = members[0]?.nameStart ?? text.indexOf('{') + 1
  const bodyEnd = members.at(-1)?.valueEnd ?? bodyStart
  let body = ''
  const patched: Member[] = []
  const put = (name: string, before: string, nameAndColon: string, value: string) => {
    const nameStart = bodyStart + body.length + before.length
    const valueStart = nameStart + nameAndColon.length
    patched.push({ name, nameStart, valueStart, valueEnd: valueStart + value.length })
    body += before + nameAndColon + value
  }
  for (const [index, member] of members.entries()) {
    if (!stays(member)) continue
    const { name, nameStart, valueStart, valueEnd } = member
    const value = text.slice(valueStart, valueEnd)
    put(
      name,
      body && text.slice(members[index - 1]?.valueEnd, nameStart),
      text.slice(nameStart, valueStart),
      wanted.has(name) ? writeValue(wanted.get(name), value) : value,
    )
  }
  for (const [name, patch] of wanted) {
    if (present.has(name) || patch === undefined) continue
    put(name, body && ',', `${JSON.stringify(name)}:`, writeValue(patch, '{}'))
  }
  return { text: text.slice(0, bodyStart) + body + text.slice(bodyEnd), members: patched }
}

function writeValue(patch: unknown, current: string): string {
  if (patch instanceof Merge) return patchJson(current.startsWith('{') ? current : '{}', patch.patches)
  if (patch instanceof FirstItem) return patchFirst(current, patch.patches)
  return patch instanceof Verbatim ? patch.text : JSON.stringify(patch)
}

function patchFirst(array: string, patches: Patches): string {
  const first = firstValueIn(array)
  if (!first || array[first.start] !== '{') return array
  return array.slice(0, first.start) + patchJson(array.slice(first.start, first.end), patches) + array.slice(first.end)
}
