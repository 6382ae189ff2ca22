import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Ask } from '../canonical/ask.ts'
import { type DialectId, dialects, type UpstreamDialectId, upstreamDialects } from '../dialects/index.ts'
import { readRecordings } from '../dialects/laws/recordings.ts'
import { BETWEEN_ANY } from '../dialects/laws/unnamed.ts'
import { AskRefused } from '../dialects/losses.ts'
import { dialectsPage } from './dialects-page.ts'
import { lostBetween } from './lost-between.ts'

test('docs/dialects.md says what the tables say; `npm run docs` writes it', async () => {
  const kept = await Bun.file(join(import.meta.dir, '../../../../docs/dialects.md')).text()
  expect(kept).toBe(dialectsPage())
})

const recorded = readRecordings().flatMap(({ name, dialect, request, address, status }) => {
  const client = dialect in dialects ? (dialect as DialectId) : null
  const isAsk = status === 200 && Object.keys(request).length > 0
  return client && isAsk ? [{ name, client, read: () => dialects[client].readAsk(request, address) }] : []
})

/** What keeps its provider: no other takes it, whichever the two are. */
const KEPT = /stored with|kept by|another provider keeps/

test.each(recorded)('what $name loses on its way, the page says of the two formats', ({ client, read }) => {
  for (const upstream of Object.keys(upstreamDialects) as UpstreamDialectId[]) {
    const onPage = lostBetween(client, upstream).map(({ why }) => why)
    const unsaid = lossesOf(read, upstream).filter(why => !onPage.some(said => why.endsWith(said)))
    if (upstream !== client) expect(unsaid.filter(why => !BETWEEN_ANY.test(why) && !KEPT.test(why))).toEqual([])
  }
})

/** The reasons, of a refusal too. */
function lossesOf(read: () => Ask, upstream: UpstreamDialectId): string[] {
  try {
    const ask = read()
    return upstreamDialects[upstream].writeAsk(ask, { model: ask.model }).losses.map(({ why }) => why)
  } catch (error) {
    if (error instanceof AskRefused) return [error.message]
    throw error
  }
}

const asked = { model: 'm', messages: [{ role: 'user', content: 'Hi', name: 'Ann' }], seed: 7 }

test('the page says of a pair what a call between the two says', () => {
  const { losses } = upstreamDialects.gemini.writeAsk(dialects['openai-chat'].readAsk(asked), { model: 'm' })
  const speaker = { what: 'name of a speaker', why: 'Gemini has no word for it' }
  expect(losses).toEqual([speaker])
  expect(lostBetween('openai-chat', 'gemini')).toContainEqual({ ...speaker, isRefused: false })
  expect(lostBetween('anthropic-messages', 'gemini')).not.toContainEqual({ ...speaker, isRefused: false })
})

test('what the page calls refused is refused', () => {
  const ask = dialects['openai-chat'].readAsk({ ...asked, n: 2 })
  expect(() => upstreamDialects.cohere.writeAsk(ask, { model: 'm' })).toThrow(AskRefused)
  const refused = { what: 'n', why: 'Cohere gives one answer', isRefused: true }
  expect(lostBetween('openai-chat', 'cohere')).toContainEqual(refused)
})
