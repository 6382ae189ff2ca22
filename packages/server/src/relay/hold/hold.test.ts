import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { LogOther } from '@tollgate/contract'
import { array, boolean, constantFrom, integer, record, sample, uniqueArray } from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type GreedyUpstream, startGreedyUpstream } from '../../../test/support/greedy-upstream.ts'

const SEED = 58
const CASES = Number(process.env.HOLD_CASES ?? 20)

let upstream: GreedyUpstream
let gateway: TestGateway

/** A model for each upstream format. OpenAI's host takes all three of OpenAI's formats. */
const MODELS = ['gpt-4o', 'o3', 'claude-3-5-haiku', 'gemini-2.0-flash', 'command-r']

beforeAll(async () => {
  upstream = startGreedyUpstream(200_000)
  gateway = await startGateway()
  await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt-4o,o3' })
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude-3-5-haiku' })
  await gateway.makeChannel({ type: 24, base_url: upstream.url, models: 'gemini-2.0-flash' })
  await gateway.makeChannel({ type: 34, base_url: upstream.url, models: 'command-r' })
  const same = JSON.stringify(Object.fromEntries(MODELS.map(model => [model, 1])))
  await gateway.setOption('ModelRatio', same)
  await gateway.setOption('CompletionRatio', same)
  await gateway.setOption('RetryTimes', 0)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const HELLO = [{ role: 'user', content: 'Go on and on' }]

/** The clients of each protocol, and where they set a limit. */
const CLIENTS = {
  chat: { path: () => '/v1/chat/completions', body: { messages: HELLO }, inside: null },
  completions: { path: () => '/v1/completions', body: { prompt: 'Go on and on' }, inside: null },
  responses: { path: () => '/v1/responses', body: { input: 'Go on and on' }, inside: null },
  messages: { path: () => '/v1/messages', body: { messages: HELLO }, inside: null },
  gemini: {
    path: (model: string, stream: boolean) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents: [{ role: 'user', parts: [{ text: 'Go on and on' }] }] },
    inside: 'generationConfig',
  },
} as const

/** Every protocol's names for an output limit. */
const SPELLINGS = [
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'maxTokens'],
  ...['max_tokens_to_sample', 'max_new_tokens', 'generation_config', 'MAX_TOKENS'],
]

const escaped = (name: string) =>
  name.replace(/[a-z]/, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const said = record({
  name: constantFrom(...SPELLINGS),
  isEscaped: boolean(),
  isInside: boolean(),
  value: constantFrom('1', '7', '300', '5000', '64000', '2000000000', '0', '-1', '"9"', 'null', '12.5', '1e3', '{}'),
})
const asked = record({
  model: constantFrom(...MODELS),
  stream: boolean(),
  said: uniqueArray(said, { maxLength: 4, selector: ({ name, isInside }) => `${name} ${isInside}` }),
  answers: constantFrom(1, 1, 1, 2, 5),
  cap: integer({ min: 200, max: 40_000 }),
  words: array(constantFrom('Hello', 'мир', '世界', '🙂'), { maxLength: 40 }),
})
type SentRequest = ReturnType<typeof sampleOf>[number]
const sampleOf = (seed: number) => sample(asked, { seed, numRuns: CASES })

function bodyOf(client: keyof typeof CLIENTS, { model, stream, said, answers, words }: SentRequest): string {
  const { body, inside } = CLIENTS[client]
  const written = (here: boolean) =>
    said
      .filter(({ isInside }) => (inside !== null && isInside) === here)
      .map(({ name, isEscaped, value }) => `"${isEscaped ? escaped(name) : name}":${value}`)
  const count = answers === 1 ? [] : [inside ? `"candidateCount":${answers}` : `"n":${answers}`]
  const own = Object.entries({ ...body, ...(!inside && { model, stream }), metadata: { words: words.join(' ') } })
  const members = [
    ...own.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
    ...written(false),
    ...(inside ? [`"${inside}":{${[...written(true), ...count].join(',')}}`] : count),
  ]
  return `{${members.join(',')}}`
}

describe('an upstream never writes more than the wallet can pay', () => {
  test.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])(
    `whatever limit a client of %s sets, under whatever name (seed ${SEED})`,
    async client => {
      const outcomes: Record<number, number> = {}
      for (const asking of sampleOf(SEED + client.length)) {
        const { model, stream, cap } = asking
        const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: cap })
        const body = bodyOf(client, asking)
        const response = await fetch(gateway.url + CLIENTS[client].path(model, stream), {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body,
        })
        await response.text()
        outcomes[response.status] = (outcomes[response.status] ?? 0) + 1
        if (response.status !== 200) {
          expect([400, 402, 403]).toContain(response.status)
          continue
        }
        const [row] = await gateway.logsOf(response)
        const other: LogOther = JSON.parse(row?.other ?? '{}')
        expect({ body, cap, isPaid: (row?.quota ?? 0) <= cap }).toEqual({ body, cap, isPaid: true })
        expect(other).not.toHaveProperty('uncollected')
      }
      expect(outcomes[200]).toBeGreaterThan(CASES / 4)
    },
    300_000,
  )
})

describe('a whole answer whose limit is beyond the wallet', () => {
  const call = async (path: string, body: object, cap: number) => {
    const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: cap })
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const [row] = await gateway.logsOf(response)
    return { response, text, row, other: JSON.parse(row?.other ?? '{}') as LogOther, sent: upstream.lastJson() }
  }

  test.each([
    ['/v1/chat/completions', { model: 'gpt-4o', messages: HELLO, max_tokens: 64_000 }, 'max_tokens'],
    ['/v1/chat/completions', { model: 'gpt-4o', messages: HELLO }, 'max_tokens'],
    ['/v1/chat/completions', { model: 'o3', messages: HELLO }, 'max_completion_tokens'],
    ['/v1/responses', { model: 'gpt-4o', input: 'Go on' }, 'max_output_tokens'],
    [
      '/v1/messages',
      { model: 'claude-3-5-haiku', messages: HELLO, max_completion_tokens: 1, max_tokens: 64_000 },
      'max_tokens',
    ],
    ['/v1/chat/completions', { model: 'claude-3-5-haiku', messages: HELLO }, 'max_tokens'],
  ])('goes up on %s of %j with what can be paid for, and is told so', async (path, body, name) => {
    const { response, row, other, sent } = await call(path, body, 3_000)
    expect(response.status).toBe(200)
    const limit = (sent as Record<string, number>)[name] ?? 0
    expect(limit).toBeWithin(2_500, 3_000)
    expect(other).toMatchObject({ output_limit: limit })
    expect(response.headers.get('x-tollgate-losses')).toContain(`maxTokens: lowered to ${limit}`)
    expect(row?.quota).toBeWithin(2_500, 3_001)
  })

  test('is sent unchanged if the wallet pays for it', async () => {
    const body = { model: 'gpt-4o', messages: HELLO, max_tokens: 700 }
    const { response, sent, other } = await call('/v1/chat/completions', body, 3_000)
    expect(sent).toEqual(body)
    expect(other.output_limit).toBeUndefined()
    expect(response.headers.get('x-tollgate-losses')).toBeNull()
  })

  test('is refused if nothing would be left of it', async () => {
    const asked = upstream.requests.length
    const { response, text } = await call('/v1/chat/completions', { model: 'gpt-4o', messages: HELLO }, 60)
    expect([response.status, JSON.parse(text).error.code]).toEqual([403, 'token_quota_insufficient'])
    expect(upstream.requests).toHaveLength(asked)
  })

  test.each([1e300, 1e-9, 0.5, 0, -1, '2'])('asking for %p answers is refused in every protocol', async n => {
    const bodies: [string, object][] = [
      ['/v1/chat/completions', { model: 'gpt-4o', messages: HELLO, n }],
      ['/v1/images/generations', { model: 'gpt-4o', prompt: 'A gate', n }],
      ['/v1beta/models/gemini-2.0-flash:generateContent', { generationConfig: { candidateCount: n } }],
      ['/v1beta/models/gemini-2.0-flash:generateContent', { generation_config: { candidate_count: n } }],
    ]
    for (const [path, body] of bodies) expect((await call(path, body, 3_000)).response.status).toBe(400)
  })
})

test('the hold of a retry is sized by its own format, not by that of the first attempt', async () => {
  await gateway.makeChannel({ base_url: 'http://127.0.0.1:1', models: 'both', priority: 9 })
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'both' })
  await gateway.setOption('ModelRatio', JSON.stringify({ both: 1 }))
  await gateway.setOption('RetryTimes', 1)
  const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: 5_000 })
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'both', messages: HELLO }),
  })
  const [row] = await gateway.logsOf(response)
  expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
    admin_info: { use_channel: [expect.any(String), expect.any(String)] },
  })
  expect(row?.quota).toBeWithin(4_000, 5_001)
  expect(upstream.lastJson()).toMatchObject({ max_tokens: expect.any(Number) })
})
