import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { dialects, upstreamDialects } from '../dialects/index.ts'
import { AskRefused } from '../dialects/losses.ts'
import { dialectsPage } from './dialects-page.ts'
import { lostBetween } from './lost-between.ts'

test('docs/dialects.md says what the tables say; `npm run docs` writes it', async () => {
  const kept = await Bun.file(join(import.meta.dir, '../../../../docs/dialects.md')).text()
  expect(kept).toBe(dialectsPage())
})

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
