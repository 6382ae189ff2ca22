import { describe, expect, test } from 'bun:test'
import { COMPACT, RESPONSES, type RelayEndpoint, relayEndpoints } from '../call/endpoints.ts'
import { newCall } from '../call/relay-call.ts'
import type { ContentFilter } from './content-filter.ts'
import { envelopeOf } from './envelope.ts'

const noFilter = { words: () => [] } as unknown as ContentFilter

async function frameOf(text: string, endpoint: RelayEndpoint | string = '/v1/chat/completions') {
  const found = typeof endpoint === 'string' ? relayEndpoints.find(({ path }) => path === endpoint) : endpoint
  if (!found) throw new Error(`no endpoint ${endpoint}`)
  return (await envelopeOf(text, newCall(found, new Headers()), noFilter)).frame
}

const bodyOf = (conversation: string, more = '') => `{"model":"gpt","messages":${conversation}${more}}`
const HELLO = '[{"role":"user","content":"Hello"}]'

describe('the frame of a request', () => {
  test('is the same object whatever the conversation says', async () => {
    const frame = await frameOf(bodyOf(HELLO))
    expect(frame).toMatchObject({ conversation: 'messages', facts: { model: 'gpt', isStream: false } })
    for (const other of ['[]', '[{"role":"user","content":"\\u0000 \\" \0"}]', 'null'])
      expect(await frameOf(bodyOf(other))).toBe(frame)
  })

  test.each([
    ['another value', bodyOf(HELLO, ',"max_tokens":5')],
    ['another spelling', bodyOf(HELLO).replace('"gpt"', '"\\u0067pt"')],
    ['another order', `{"messages":${HELLO},"model":"gpt"}`],
    ['another space', `${bodyOf(HELLO)} `],
  ])('is another with %s around it', async (_, text) => {
    expect(await frameOf(text)).not.toBe(await frameOf(bodyOf(HELLO)))
  })

  test('is separate for each endpoint', async () => {
    const asked = '{"model":"gpt","input":"Hello"}'
    const all = [await frameOf(asked, RESPONSES), await frameOf(asked, COMPACT), await frameOf(asked, '/v1/embeddings')]
    expect(new Set(all).size).toBe(3)
    expect(all).not.toContain(null)
  })

  test.each([
    ['the text around the conversation is long', bodyOf(HELLO, `,"user":"${'a'.repeat(5_000)}"`)],
    ['there is no conversation', '{"model":"gpt"}'],
  ])('is none where %s', async (_, text) => {
    expect(await frameOf(text)).toBeNull()
  })
})
