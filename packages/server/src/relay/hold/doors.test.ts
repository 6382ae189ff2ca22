import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Token } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

type Json = Record<string, unknown>

/** What the upstream reads of whatever a request points at, and what a call could cost of it. */
const READ_TOKENS = 200_000
const CALLS = 5
const CAP = 20_000
/** A tenth of a dollar. */
const PURSE = 50_000

const ADDRESS = 'https://example.com/a'
const user = (content: unknown) => [{ role: 'user', content }]
const said = (...content: Json[]): Json => ({ messages: user(content) })
const parts = (...given: Json[]): Json => ({ contents: [{ role: 'user', parts: given }] })
const hello = { messages: user('Hello') }

const CHAT = '/v1/chat/completions'
const RESPONSES = '/v1/responses'
const MESSAGES = '/v1/messages'
const GEMINI = '/v1beta/models/gemini:generateContent'

/** Ways to make an upstream read what a request does not carry. A model of another format than its path is converted for. */
const DOORS: readonly [path: string, model: string, body: Json | string][] = [
  [CHAT, 'chat', { ...hello, data_sources: [{ type: 'azure_search' }] }],
  [CHAT, 'chat', { messages: [{ role: 'system', content: 'fileid://file-1' }] }],
  [CHAT, 'chat', { ...hello, enable_search: true }],
  [CHAT, 'chat', { messages: [{ role: 'cache', content: 'tag=a' }, ...user('Hello')] }],
  [CHAT, 'chat', { ...hello, search_parameters: { mode: 'on' } }],
  [CHAT, 'chat', { ...hello, chat_template: '{{ messages }}' }],
  [CHAT, 'chat', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }, ...user('Go on')] }],
  [CHAT, 'chat', said({ type: 'video_url', video_url: { url: ADDRESS } })],
  [CHAT, 'chat', said({ type: 'file', file: { file_data: ADDRESS } })],
  [
    CHAT,
    'chat',
    `{"model":"chat","messages":[{"role":"user","content":[{"type"${' '.repeat(9)}:\n"file","file":{"file_\\u0069d":"f"}}]}]}`,
  ],
  [CHAT, 'messages', said({ type: 'image_url', image_url: { url: 'HTTPS://example.com/a' } })],
  [RESPONSES, 'responses', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  [RESPONSES, 'responses', { input: 'Hello', tools: [{ type: 'x_search' }] }],
  [RESPONSES, 'responses', { input: 'Hello', tools: [{ type: 'shell' }] }],
  [RESPONSES, 'chat', { input: user([{ type: 'input_file', file_url: ADDRESS }]) }],
  [MESSAGES, 'messages', { max_tokens: 50, ...hello, tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }],
  [MESSAGES, 'messages', { max_tokens: 50, ...hello, tools: [{ type: 'advisor_20260301', name: 'advisor' }] }],
  [GEMINI, 'gemini', { ...parts({ text: 'Hello' }), tools: [{ googleMaps: {} }] }],
  [GEMINI, 'gemini', { ...parts({ text: 'Hello' }), tools: [{ retrieval: {} }] }],
  [GEMINI, 'gemini', parts({ fileData: { fileUri: 'gs://bucket/a' } })],
  ['/v1/embeddings', 'vectors', { input: [{ image: ADDRESS }] }],
  ['/v1/rerank', 'vectors', { query: 'a', documents: [{ image: ADDRESS }] }],
]

const schema = { type: 'object', properties: { command: { type: 'string' } } }

/** As coding agents begin: short prompts, and tools they run themselves. */
const AGENTS: readonly [name: string, path: string, body: Json][] = [
  [
    'Codex',
    RESPONSES,
    {
      model: 'responses',
      instructions: 'You are a coding agent.',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix the tests' }] }],
      tools: [
        { type: 'function', name: 'shell', description: 'Runs a command', strict: false, parameters: schema },
        { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
        { type: 'local_shell' },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning: { effort: 'medium', summary: 'auto' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'a',
      max_output_tokens: 2_000,
    },
  ],
  [
    'Claude Code',
    MESSAGES,
    {
      model: 'messages',
      max_tokens: 2_000,
      system: [{ type: 'text', text: 'You are a coding agent.', cache_control: { type: 'ephemeral' } }],
      messages: user([{ type: 'text', text: 'Fix the tests', cache_control: { type: 'ephemeral' } }]),
      tools: [{ name: 'Bash', description: 'Runs a command', input_schema: schema }],
      metadata: { user_id: 'a' },
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      stream: true,
    },
  ],
]

/** An upstream that reads so much for every call, and says so. */
function answerOf(path: string): Response {
  const usage = { prompt_tokens: READ_TOKENS, completion_tokens: 1, total_tokens: READ_TOKENS + 1 }
  const counted = { input_tokens: READ_TOKENS, output_tokens: 1 }
  if (path.includes('generateContent'))
    return Response.json({
      candidates: [{ content: { role: 'model', parts: [{ text: 'a' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: READ_TOKENS, candidatesTokenCount: 1 },
    })
  if (path.endsWith('/responses'))
    return Response.json({ id: 'r', object: 'response', status: 'completed', output: [], usage: counted })
  if (path.endsWith('/messages'))
    return Response.json({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: 'end_turn',
      usage: counted,
    })
  if (path.endsWith('/embeddings')) return Response.json({ object: 'list', data: [], usage })
  const message = { role: 'assistant', content: 'a' }
  return Response.json({
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  })
}

for (const { kind, open } of databases()) {
  describe(`a small wallet on ${kind}`, () => {
    let database: TestDatabase
    let upstream: WireUpstream
    let gateway: TestGateway
    let app: RunningApp

    beforeAll(async () => {
      database = await open()
      upstream = startWireUpstream(({ path }) => answerOf(path))
      gateway = await startGateway(database.place.DATABASE_URL, async (...how) => {
        app = await buildAppContext(...how)
        return app
      })
      await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'chat,responses,vectors,sounds' })
      await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'messages' })
      await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini' })
      const models = ['chat', 'responses', 'messages', 'gemini', 'vectors', 'sounds']
      const each = (value: number) => JSON.stringify(Object.fromEntries(models.map(model => [model, value])))
      await gateway.setOption('ModelRatio', each(1))
      await gateway.setOption('CompletionRatio', each(1))
      await gateway.setOption('relay_setting.context_windows', each(READ_TOKENS))
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const ask = (path: string, bearer: string, body: Json | string) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })

    test.each(DOORS)('is not read beyond what it covers: %s of %s: %j', async (path, model, body) => {
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
      const before = upstream.requests.length
      const calls = Array.from({ length: CALLS }, () =>
        ask(path, token.bearer, typeof body === 'string' ? body : { model, max_tokens: 50, ...body }),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses).toEqual(Array(CALLS).fill(403))
      expect(upstream.requests.length).toBe(before)
    })

    test('that is empty sends no long form', async () => {
      const user = await signUp(app, 1)
      const [token] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
        name: 'a',
        unlimited_quota: true,
      })
      const body = new FormData()
      body.append('model', 'sounds')
      body.append('file', new File([Buffer.alloc(2 * 1024 * 1024)], 'a.wav'))
      const before = upstream.requests.length
      const refused = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${token?.key}` },
        body,
      })
      expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'balance_empty' } }])
      expect(upstream.requests.length).toBe(before)
    })

    test.each(AGENTS)('of a tenth of a dollar lets %s begin', async (_name, path, body) => {
      const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: PURSE })
      const before = upstream.requests.length
      await (await ask(path, token.bearer, body)).text()
      expect(upstream.requests.length).toBe(before + 1)
    })
  })
}
