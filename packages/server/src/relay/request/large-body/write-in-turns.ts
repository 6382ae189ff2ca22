import { isRawJson } from '@tollgate/gateway'
import { type LoopShare, shareLoop } from '../../../platform/process/yield-to-event-loop.ts'
import { type LongText, makeLongText } from './long-text.ts'

/** Shorter texts are written or patched at once, in characters. */
export const LONGEST_AT_ONCE = 1024 * 1024
/** Written at once as part of a long text, in characters. */
export const PIECE = 64 * 1024
/** Deeper values are written at once. */
const DEEPEST = 16

type Json = Readonly<Record<string, unknown>>

/** Writes a value as JSON like `JSON.stringify`. Other calls run while a long one is written. */
export async function writeInTurns(value: unknown): Promise<string> {
  if (weightOf(value, LONGEST_AT_ONCE) <= LONGEST_AT_ONCE) return JSON.stringify(value)
  return makeLongText(async text => {
    await writeInto(text, value, shareLoop())
    return text.ended()
  })
}

/** Adds a value to a long text, with other calls in between. */
export async function writeInto(text: LongText, value: unknown, share: LoopShare, levels = DEEPEST): Promise<void> {
  await share.before()
  share.begins()
  if (typeof value === 'string' && value.length > PIECE) return text.quote(value)
  if (levels === 0 || !isContainer(value) || weightOf(value, PIECE) <= PIECE)
    return text.add(JSON.stringify(value) ?? 'null')
  return Array.isArray(value) ? writeList(text, value, share, levels) : writeObject(text, value as Json, share, levels)
}

/** Writes neighbouring short elements together. */
async function writeList(text: LongText, list: readonly unknown[], share: LoopShare, levels: number): Promise<void> {
  let before = '['
  let run: unknown[] = []
  let weight = 0
  const writeRun = async () => {
    await share.before()
    share.begins()
    if (run.length > 0) text.add(before + JSON.stringify(run).slice(1, -1))
    if (run.length > 0) before = ','
    run = []
    weight = 0
  }
  for (const element of list) {
    const own = weightOf(element, PIECE)
    if (own <= PIECE) run.push(element)
    weight += own
    if (weight <= PIECE) continue
    await writeRun()
    if (own <= PIECE) continue
    text.add(before)
    before = ','
    await writeInto(text, element, share, levels - 1)
  }
  await writeRun()
  text.add(before === '[' ? '[]' : ']')
}

async function writeObject(text: LongText, object: Json, share: LoopShare, levels: number): Promise<void> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    const isShort = weightOf(value, PIECE) <= PIECE
    const written = isShort ? JSON.stringify(value) : ''
    if (written === undefined) continue
    text.add(`${before}${JSON.stringify(name)}:${written}`)
    if (!isShort) await writeInto(text, value, share, levels - 1)
    before = ','
  }
  text.add(before === '{' ? '{}' : '}')
}

/** About how long a value is as compact JSON, in characters. Counts no further than `most`. */
export function weightOf(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length + QUOTES
  if (isRawJson(value)) return value.rawJSON.length
  if (!isContainer(value)) return USUAL_NUMBER
  let weight = 1
  if (Array.isArray(value))
    for (const element of value) {
      weight += weightOf(element, most - weight) + SEPARATOR
      if (weight > most) return weight
    }
  else
    for (const name of Object.keys(value)) {
      weight += name.length + QUOTES + SEPARATOR + weightOf((value as Json)[name], most - weight) + SEPARATOR
      if (weight > most) return weight
    }
  return Math.max(EMPTY, weight)
}

const QUOTES = 2
const SEPARATOR = 1
const EMPTY = 2
const USUAL_NUMBER = 4

/** Whether its parts can be written one by one. A client may name a member `toJSON`, which changes nothing. */
const isContainer = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !isRawJson(value) &&
  !('toJSON' in value && typeof value.toJSON === 'function')
