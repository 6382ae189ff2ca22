import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../../test/support/wire-upstream.ts'

/** Claude Code searches by a separate call that offers only the search tool, and shows links from the answer's blocks. */

const PAGE = { uri: 'https://harbour.example/west', title: 'Harbours' }
const ANSWER = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'It lies in the west.' }] },
      finishReason: 'STOP',
      groundingMetadata: {
        webSearchQueries: ['where is the harbour'],
        groundingChunks: [{ web: PAGE }],
        groundingSupports: [{ segment: { text: 'It lies in the west.' }, groundingChunkIndices: [0] }],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
}
const upstream = startWireUpstream(({ path }) =>
  path.includes('stream')
    ? new Response(`data: ${JSON.stringify(ANSWER)}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    : ANSWER,
)
let gateway: TestGateway
let client: Anthropic

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.5-pro' })
  const { bearer } = await gateway.makeToken()
  client = new Anthropic({ baseURL: gateway.url, authToken: bearer, apiKey: null, maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const QUESTION: Anthropic.MessageParam = { role: 'user', content: 'Where is the harbour?' }
const asked = (messages: Anthropic.MessageParam[]): Anthropic.MessageCreateParamsNonStreaming => ({
  model: 'gemini-2.5-pro',
  max_tokens: 1_000,
  messages,
  tools: [{ type: 'web_search_20250305', name: 'web_search' }],
})

describe.each([
  ['whole', (messages: Anthropic.MessageParam[]) => client.messages.create(asked(messages))],
  ['streamed', (messages: Anthropic.MessageParam[]) => client.messages.stream(asked(messages)).finalMessage()],
])('a search answered by Gemini, %s', (_how, ask) => {
  test('shows the found pages, and is sent back as text', async () => {
    const { content } = await ask([QUESTION])
    const [call, result, text] = content
    expect(call).toMatchObject({
      type: 'server_tool_use',
      name: 'web_search',
      input: { query: 'where is the harbour' },
    })
    expect(result).toMatchObject({
      type: 'web_search_tool_result',
      tool_use_id: call?.type === 'server_tool_use' ? call.id : '',
      content: [{ type: 'web_search_result', url: PAGE.uri, title: PAGE.title }],
    })
    expect(text).toMatchObject({ type: 'text', text: 'It lies in the west.', citations: [{ url: PAGE.uri }] })

    const again = await ask([QUESTION, { role: 'assistant', content }, { role: 'user', content: 'Sure?' }])
    expect(again.content).toHaveLength(3)
    const sent = upstream.requests.at(-1)?.body ?? ''
    expect(sent).toContain('Searched the web for: where is the harbour')
    expect(sent).toContain(PAGE.uri)
    expect(sent).not.toMatch(/srvtoolu|tollgate/)
  })
})
