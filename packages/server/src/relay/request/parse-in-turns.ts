import { elementsIn, JsonTooComplex, parseExact, type ScannedObject, scanObject } from '@tollgate/gateway'
import { type LoopShare, shareLoop, yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'

/** Parsed at once, in characters. */
const PIECE = 64 * 1024
/** Deeper lists and objects are parsed at once, since each level is searched for its elements. Conversations have six. */
const DEEPEST = 16

/**
 * Parses a long JSON object like `parseExact`, by members and elements, so that other calls run in between.
 *
 * @throws SyntaxError | MalformedJson
 */
export async function parseInTurns(body: ScannedObject): Promise<unknown> {
  const parsed = await parseObject(body, shareLoop(), DEEPEST)
  await yieldToEventLoop()
  return parsed
}

/** The same for one member; undefined: there is none. Of a name given twice the last counts. */
export async function parseMemberInTurns({ text, members }: ScannedObject, name: string): Promise<unknown> {
  const member = members.findLast(one => one.name === name)
  if (!member) return undefined
  const value = await parseValue(text.slice(member.valueStart, member.valueEnd), shareLoop(), DEEPEST)
  await yieldToEventLoop()
  return value
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
