import { elementsIn, JsonTooComplex, parseExact, type ScannedObject, scanObject } from '@tollgate/gateway'
import { type LoopShare, shareLoop, yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { type CutText, cutLongStrings } from './large-body/long-text.ts'

/** Parsed at once, in characters. */
const PIECE = 64 * 1024
/** Deeper lists and objects are parsed at once, since each level is searched for its elements. Conversations have six. */
const DEEPEST = 16

/** Longer strings are unescaped in a thread, in characters. */
const LONGEST_STRING = 256 * 1024

/**
 * Parses a long JSON object like `parseExact`, by members and elements, so that other calls run in between.
 *
 * @throws SyntaxError | MalformedJson
 */
export const parseInTurns = (body: ScannedObject): Promise<unknown> =>
  withoutLongStrings(body, (short, share) => parseObject(short, share, DEEPEST))

/** The same for one member; undefined: there is none. Of a name given twice the last counts. */
export const parseMemberInTurns = (body: ScannedObject, name: string): Promise<unknown> =>
  withoutLongStrings(body, async ({ text, members }, share) => {
    const member = members.findLast(one => one.name === name)
    return member && (await parseValue(text.slice(member.valueStart, member.valueEnd), share, DEEPEST))
  })

/** Parses a body without its long strings, and puts these into the result. */
async function withoutLongStrings(
  body: ScannedObject,
  parse: (body: ScannedObject, share: LoopShare) => Promise<unknown>,
): Promise<unknown> {
  const share = shareLoop()
  const cut = body.text.length > LONGEST_STRING ? await cutLongStrings(body.text, LONGEST_STRING) : null
  await yieldToEventLoop()
  const parsed = await parse(cut ?? body, share)
  await yieldToEventLoop()
  if (!cut) return parsed
  const whole = { body: parsed }
  await putBack(whole, cut, share)
  return whole.body
}

type Container = Record<string | number, unknown>

/** Values visited between two looks at the clock. */
const VISITED_AT_ONCE = 1_000

/** Replaces marks by the strings that were there. Each is found once, unless its member was given twice. */
async function putBack(whole: Container, { mark, strings }: CutText, share: LoopShare): Promise<void> {
  const waiting = [whole]
  let left = strings.length
  let visited = 0
  share.begins()
  for (let container = waiting.pop(); container && left > 0; container = waiting.pop()) {
    // no list of all entries, which may be many
    for (const name of Array.isArray(container) ? container.keys() : Object.keys(container)) {
      const value = container[name]
      if (visited++ % VISITED_AT_ONCE === 0) {
        await share.before()
        share.begins()
      }
      if (typeof value === 'object' && value !== null) waiting.push(value as Container)
      if (typeof value !== 'string' || !value.startsWith(mark)) continue
      container[name] = strings[Number(value.slice(mark.length))]
      left--
    }
  }
}

async function parseObject({ text, members }: ScannedObject, share: LoopShare, levels: number): Promise<unknown> {
  const entries: [string, unknown][] = []
  for (const { name, valueStart, valueEnd } of members)
    entries.push([name, await parseValue(text.slice(valueStart, valueEnd), share, levels - 1)])
  return Object.fromEntries(entries)
}

async function parseValue(text: string, share: LoopShare, levels: number): Promise<unknown> {
  await share.before()
  share.begins()
  if (text.startsWith('"')) return JSON.parse(text)
  if (text.length <= PIECE || levels === 0) return parseExact(text)
  if (text.startsWith('[')) return parseList(text, share, levels)
  const inside = text.startsWith('{') ? scanned(text) : null
  return inside ? parseObject(inside, share, levels) : parseExact(text)
}

/** Parses neighbouring short elements together. */
async function parseList(text: string, share: LoopShare, levels: number): Promise<unknown[]> {
  const list: unknown[] = []
  let [from, until] = [0, 0]
  const parseRun = async () => {
    await share.before()
    share.begins()
    for (const element of parseExact(`[${text.slice(from, until)}]`) as unknown[]) list.push(element)
  }
  for (const { start, end } of elementsIn(text, 0)) {
    if (until > from && end - from > PIECE) {
      await parseRun()
      from = until
    }
    if (until === from) from = start
    until = end
    if (end - start <= PIECE) continue
    list.push(await parseValue(text.slice(start, end), share, levels - 1))
    from = until
  }
  if (until > from) await parseRun()
  return list
}

/** null: it has more members than are searched for. */
function scanned(text: string): ScannedObject | null {
  try {
    return scanObject(text)
  } catch (error) {
    if (error instanceof JsonTooComplex) return null
    throw error
  }
}
