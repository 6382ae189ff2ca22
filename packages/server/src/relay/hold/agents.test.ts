import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { tooLittleAt } from '../../../test/support/doors.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type Received, startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

/** A tenth of a dollar, in quota. */
const PURSE = 50_000
const MOST_CALLS = 100

type Json = Record<string, unknown>

/** Prose like that which agents send, with names and figures. */
function prose(bytes: number): string {
  const paragraph = `You are a coding agent that works in the user's terminal. Keep going until the task is completely resolved
before ending your turn; do NOT guess. Use \`rg --files\` in place of \`find\` when you search for text or files. File references
start with the path (src/app.ts:42), and each one must be clickable. Run 2-3 focused tests first, then \`npm test\`; never commit
or push unless you were asked to. If a command fails with EACCES, explain which permission it needs and why. `
  return paragraph.repeat(Math.ceil(bytes / paragraph.length)).slice(0, bytes)
}

const parameters = (bytes: number) => ({
  type: 'object',
  properties: { command: { type: 'string', description: prose(bytes) } },
  required: ['command'],
  additionalProperties: false,
})
const user = (content: unknown) => [{ role: 'user', content }]

/** As large as Claude Code 2.1.330 begins in an empty folder, with as much of it in each member. */
const claudeCode = (model: string) => ({
  path: '/v1/messages',
  body: {
    model,
    max_tokens: 32_000,
    thinking: { type: 'enabled', budget_tokens: 31_999, display: 'omitted' },
    system: [{ type: 'text', text: prose(28_700), cache_control: { type: 'ephemeral' } }],
    messages: user([
      { type: 'text', text: prose(10_600) },
      { type: 'text', text: 'Say hello', cache_control: { type: 'ephemeral' } },
    ]),
    tools: ['Bash', 'Read'].map(name => ({ name, description: 'a', input_schema: parameters(23_400) })),
    metadata: { user_id: 'a' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    stream: true,
  },
  seen: ['Bash', 'Read'],
})

/** As coding agents begin: short prompts, long instructions and tools they run themselves. */
const AGENTS: readonly { name: string; path: string; body: Json; seen: readonly string[]; purse?: number }[] = [
  {
    name: 'Codex',
    path: '/v1/responses',
    body: {
      model: 'gpt-5',
      instructions: prose(20_000),
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hello' }] }],
      tools: [
        {
          type: 'function',
          name: 'shell',
          description: 'Runs a command',
          strict: false,
          parameters: parameters(9_000),
        },
        {
          type: 'namespace',
          name: 'agents',
          description: 'Starts agents',
          tools: [{ type: 'function', name: 'start', description: 'a', strict: false, parameters: parameters(9_000) }],
        },
        { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
        { type: 'local_shell' },
        { type: 'web_search', external_web_access: false },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { summary: 'auto' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'a',
    },
    seen: ['function', 'namespace', 'custom', 'local_shell'],
  },
  { name: 'Claude Code with Haiku', ...claudeCode('claude-haiku-4-5') },
  { name: 'Claude Code with Sonnet', ...claudeCode('claude-sonnet-4-5') },
  { name: 'Claude Code with Opus', ...claudeCode('claude-opus-4-5'), purse: 1.5 * PURSE },
]

const COUNT_PATH = '/v1/messages/count_tokens'

let countAnswer = (input_tokens: number) => Response.json({ input_tokens })

/** A short answer, whose prompt counts a token for four of its bytes. */
function answers({ path, body }: Received): Response {
  const input_tokens = Math.round(body.length / 4)
  if (path === COUNT_PATH) return countAnswer(input_tokens)
  const usage = { input_tokens, output_tokens: 200 }
  const events: Json[] = path.endsWith('/responses')
    ? [
        { type: 'response.created', response: { id: 'r', object: 'response', status: 'in_progress', output: [] } },
        { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello' },
        {
          type: 'response.completed',
          response: { id: 'r', object: 'response', status: 'completed', output: [], usage },
        },
      ]
    : [
        { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], usage } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
        { type: 'message_stop' },
      ]
  const text = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

describe('a tenth of a dollar', () => {
  let upstream: WireUpstream
  let gateway: TestGateway

  beforeAll(async () => {
    upstream = startWireUpstream(answers)
    gateway = await startGateway()
    await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt-5' })
    await gateway.makeChannel({
      type: 14,
      base_url: upstream.url,
      models: 'claude-haiku-4-5,claude-sonnet-4-5,claude-opus-4-5',
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  const ask = (path: string, bearer: string, body: Json) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify(body),
    })
  const purse = (remain_quota = PURSE) => gateway.makeToken({ unlimited_quota: false, remain_quota })
  const answered = () => upstream.requests.filter(({ path }) => path !== COUNT_PATH)
  const toolsSent = () =>
    (JSON.parse(answered().at(-1)?.body ?? '') as { tools: { type?: string; name: string }[] }).tools.map(
      ({ type, name }) => type ?? name,
    ) // as sent

  test.each(AGENTS)(
    'lets $name begin with a short prompt, and ends its loop with why',
    async ({ path, body, seen, purse: quota }) => {
      const { bearer } = await purse(quota)
      const before = answered().length
      let refused: Response | null = null
      for (let calls = 0; calls < MOST_CALLS && !refused; calls++) {
        const response = await ask(path, bearer, body)
        if (response.status === 200) await response.text()
        else refused = response
      }
      expect(answered().length).toBeGreaterThan(before)
      expect(toolsSent()).toEqual([...seen])
      expect(refused?.status).toBe(tooLittleAt(path))
      expect(await refused?.text()).toMatch(
        /"The token’s quota is too low for this call \(\$\d+\.\d+ is set aside first\)/,
      )
    },
  )

  test('has its tokens counted by the host only where our count of them is not paid for', async () => {
    const [{ path, body }] = AGENTS.filter(({ name }) => name.endsWith('Sonnet')) as [(typeof AGENTS)[0]]
    const counts = async (quota: number) => {
      upstream.requests.length = 0
      const response = await ask(path, (await purse(quota)).bearer, body)
      await response.text()
      return [response.status, upstream.requests.map(sent => sent.path)]
    }
    expect(await counts(10 * PURSE)).toEqual([200, ['/v1/messages']])
    expect(await counts(PURSE)).toEqual([200, [COUNT_PATH, '/v1/messages']])
    expect(await counts(0.7 * PURSE)).toEqual([402, [COUNT_PATH]])
    // less than a quarter of our count
    expect(await counts(PURSE / 10)).toEqual([402, []])
  })

  test.each([
    ['is refused', () => Response.json({ error: { message: 'No such path' } }, { status: 404 })],
    ['is none', () => Response.json({ input_tokens: 0 })],
    ['is a text', () => Response.json({ input_tokens: '9' })],
    ['does not end', () => new Response('9'.repeat(100_000))],
  ])('is refused where the count %s', async (_title, answer) => {
    const usual = countAnswer
    countAnswer = answer
    const [{ path, body }] = AGENTS.filter(({ name }) => name.endsWith('Sonnet')) as [(typeof AGENTS)[0]]
    const before = answered().length
    const response = await ask(path, (await purse()).bearer, body)
    countAnswer = usual
    expect([response.status, answered().length]).toEqual([402, before])
    expect(await response.text()).toContain('is set aside first')
  })

  test('pays for a search by the host where it is more than that, and tells what it left out where it is less', async () => {
    const [{ path, body }] = AGENTS as [(typeof AGENTS)[0]]
    const { bearer } = await purse()
    const poor = await ask(path, bearer, body)
    expect(poor.headers.get('x-tollgate-losses')).toContain('web_search')
    await poor.text()
    const { bearer: richer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: 100 * PURSE })
    const rich = await ask(path, richer, body)
    expect(rich.headers.get('x-tollgate-losses') ?? '').not.toContain('web_search')
    await rich.text()
    expect(toolsSent()).toContain('web_search')
  })
})
