import { type Patches, patchObject, type ScannedObject, scanObject, verbatim, type WireFormat } from '@tollgate/gateway'
import { shareLoop } from '../../../platform/process/yield-to-event-loop.ts'
import { type LongText, makeLongText, type WrittenBody } from './long-text.ts'
import { LONGEST_AT_ONCE, PIECE, weightOf, writeInto } from './write-in-turns.ts'

/** Longer members of a body are not read when it is patched. */
const SHORT_MEMBER = 1_024

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/** Writes a large request's body for an upstream, with some members patched. Other calls run in between. @throws ApiError */
export async function writeBody(
  body: Readonly<Record<string, unknown>>,
  patches: Patches,
  format: WireFormat,
): Promise<string | WrittenBody> {
  const isLong = ([name, value]: [string, unknown]) => !Object.hasOwn(patches, name) && weightOf(value, PIECE) > PIECE
  const long = new Map(Object.entries(body).filter(isLong))
  const frame = Object.entries(body).map(([name, value]) => [name, long.has(name) ? null : value])
  const scanned = scanObject(JSON.stringify(Object.fromEntries(frame)))
  if (long.size === 0) return patchObject(scanned, patches).text
  return makeLongText(async text => {
    await patchInto(text, scanned, patches, long)
    return text.written(format)
  })
}

/** What `writeBody` or `patchInTurns` returned, as parts of a request. */
export function asBody(written: string | ScannedObject | WrittenBody): { body: string; inspected?: WrittenBody } {
  if (typeof written === 'string') return { body: written }
  return 'inputFacts' in written ? { body: written.text, inspected: written } : { body: written.text }
}

/** Patches a body like `patchObject`, a long one so that other calls run in between. @throws ApiError */
export async function patchInTurns(
  body: ScannedObject,
  patches: Patches,
  format: WireFormat,
): Promise<ScannedObject | WrittenBody> {
  if (Object.keys(patches).length === 0) return body
  if (body.text.length <= LONGEST_AT_ONCE) return patchObject(body, patches)
  return makeLongText(async text => {
    await patchInto(text, body, patches, NOTHING)
    return text.written(format)
  })
}

/**
 * Adds a patched object to a long text, without reading its long members.
 *
 * @param written new values that take long to be written, by name
 */
export async function patchInto(
  text: LongText,
  body: ScannedObject,
  patches: Patches,
  written: ReadonlyMap<string, unknown>,
): Promise<void> {
  const share = shareLoop()
  const placed = Array.from(written, ([name]) => [name, verbatim('null')] as const)
  const all: Patches = Object.fromEntries([...Object.entries(patches), ...placed])
  const { frame, left } = withoutLong(body, name => !Object.hasOwn(all, name))
  const patched = patchObject(frame, all)
  const kept = frame.members.flatMap(({ name }, at) =>
    Object.hasOwn(all, name) && all[name] === undefined ? [] : [at],
  )
  let from = 0
  for (const [at, { name, valueStart, valueEnd }] of patched.members.entries()) {
    const own = left.get(kept[at] ?? -1)
    if (!own && !written.has(name)) continue
    text.add(patched.text.slice(from, valueStart))
    if (own) text.copy(body.text, own.valueStart, own.valueEnd)
    else await writeInto(text, written.get(name), share)
    from = valueEnd
  }
  text.add(patched.text.slice(from))
}

/**
 * Edits a long body without reading its conversation. Returns the same object if `edit` does.
 *
 * @throws ApiError
 */
export async function editInTurns(
  body: ScannedObject,
  edit: (body: ScannedObject) => ScannedObject,
  format: WireFormat,
): Promise<ScannedObject | WrittenBody> {
  const isOnly = (name: string) => body.members.filter(member => member.name === name).length === 1
  const { frame, left } = withoutLong(body, name => CONVERSATIONS.has(name) && isOnly(name))
  const edited = edit(frame)
  if (edited === frame) return body
  const own = new Map(Array.from(left.values(), member => [member.name, member]))
  return makeLongText(async text => {
    let from = 0
    for (const { name, valueStart, valueEnd } of edited.members) {
      const member = own.get(name)
      if (!member) continue
      text.add(edited.text.slice(from, valueStart))
      text.copy(body.text, member.valueStart, member.valueEnd)
      from = valueEnd
    }
    text.add(edited.text.slice(from))
    return text.written(format)
  })
}

/** Members that no check of a channel edits. */
const CONVERSATIONS: ReadonlySet<string> = new Set(['messages', 'input', 'contents', 'prompt', 'documents'])

/** Puts `null` in place of the long members that may be left out, and returns these by their index. */
function withoutLong({ text, members }: ScannedObject, mayLeave: (name: string) => boolean) {
  const left = new Map<number, ScannedObject['members'][number]>()
  let short = ''
  let from = 0
  const placed = members.map((member, at) => {
    const { name, nameStart, valueStart, valueEnd } = member
    const isLeft = valueEnd - valueStart > SHORT_MEMBER && mayLeave(name)
    if (isLeft) left.set(at, member)
    const start = short.length - from
    short += text.slice(from, valueStart) + (isLeft ? 'null' : text.slice(valueStart, valueEnd))
    from = valueEnd
    return { name, nameStart: start + nameStart, valueStart: start + valueStart, valueEnd: short.length }
  })
  return { frame: { text: short + text.slice(from), members: placed }, left }
}
