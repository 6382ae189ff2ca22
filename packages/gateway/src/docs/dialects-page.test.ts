import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { CanonicalRequest } from '../canonical/request.ts'
import { RequestRefused } from '../protocols/common/losses.ts'
import { type DialectId, dialects, type UpstreamDialectId, upstreamDialects } from '../protocols/index.ts'
import { readRecordings } from '../protocols/laws/recordings.ts'
import { BETWEEN_ANY } from '../protocols/laws/unnamed.ts'
import { dialectsPage } from './dialects-page.ts'
import { lostBetween } from './lost-between.ts'

test('docs/dialects.md matches the tables; `npm run docs` writes it', async () => {
  const kept = await Bun.file(join(import.meta.dir, '../../../../docs/dialects.md')).text()
  expect(kept).toBe(dialectsPage())
})

const recorded = readRecordings().flatMap(({ name, dialect, request, address, status }) => {
  const client = dialect in dialects ? (dialect as DialectId) : null
  const isRequest = status === 200 && Object.keys(request).length > 0
  return client && isRequest ? [{ name, client, read: () => dialects[client].readRequest(request, address) }] : []
})

/** Losses of content stored with its provider, for any two dialects. */
const KEPT = /stored (with|by)/

test.each(recorded)('the page names what $name loses between the two formats', ({ client, read }) => {
  for (const upstream of Object.keys(upstreamDialects) as UpstreamDialectId[]) {
    const onPage = lostBetween(client, upstream).map(({ why }) => why)
    const unsaid = lossesOf(read, upstream).filter(why => !onPage.some(said => why.endsWith(said)))
    if (upstream !== client) expect(unsaid.filter(why => !BETWEEN_ANY.test(why) && !KEPT.test(why))).toEqual([])
  }
})

/** The reasons for losses, or for a refusal. */
function lossesOf(read: () => CanonicalRequest, upstream: UpstreamDialectId): string[] {
  try {
    const canonical = read()
    return upstreamDialects[upstream].writeRequest(canonical, { model: canonical.model }).losses.map(({ why }) => why)
  } catch (error) {
    if (error instanceof RequestRefused) return [error.message]
    throw error
  }
}

const asked = { model: 'm', messages: [{ role: 'user', content: 'Hi', name: 'Ann' }], seed: 7 }

test('the page lists the same losses for a pair as a call between the two', () => {
  const { losses } = upstreamDialects.gemini.writeRequest(dialects['openai-chat'].readRequest(asked), { model: 'm' })
  const speaker = { what: 'name of a speaker', why: 'Gemini does not support it' } as const
  expect(losses).toEqual([speaker])
  expect(lostBetween('openai-chat', 'gemini')).toContainEqual({ ...speaker, isRefused: false })
  expect(lostBetween('anthropic-messages', 'gemini')).not.toContainEqual({ ...speaker, isRefused: false })
})

test('what the page calls refused is refused', () => {
  const canonical = dialects['openai-chat'].readRequest({ ...asked, n: 2 })
  expect(() => upstreamDialects.cohere.writeRequest(canonical, { model: 'm' })).toThrow(RequestRefused)
  const refused = { what: 'n', why: 'Cohere gives one answer', isRefused: true }
  expect(lostBetween('openai-chat', 'cohere')).toContainEqual(refused)
})
