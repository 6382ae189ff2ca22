import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { LogOther } from '@tollgate/contract'
import fc from 'fast-check'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../../test/support/scripted-upstream.ts'

const CONVERSATIONS = 200
const AT_ONCE = 8
const CHANNELS = ['north', 'east', 'south', 'west'] as const
type ChannelName = (typeof CHANNELS)[number]

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearers: string[]

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('RetryTimes', 2)
  for (const name of CHANNELS) {
    const fields = { name, base_url: `${upstream.url}/${name}`, models: 'm' }
    // DeepSeek keeps no responses: the gateway stores them, so that any channel can continue
    await gateway.makeChannel({ ...fields, type: 43 })
  }
  bearers = [(await gateway.makeToken()).bearer, (await gateway.makeToken()).bearer]
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** How a conversation continues from turn to turn. */
interface Conversation {
  kind: 'leading' | 'cache key' | 'session' | 'response' | 'messages'
  system: string
  questions: string[]
}

/** Like agents, chats and scripts: some share the system prompt, some name themselves, some send only what is new. */
const conversation: fc.Arbitrary<Conversation> = fc.record({
  kind: fc.constantFrom(
    'leading' as const,
    'cache key' as const,
    'session' as const,
    'response' as const,
    'messages' as const,
  ),
  system: fc.oneof(fc.constant('You are a helpful assistant.'), fc.lorem({ maxCount: 400 })),
  questions: fc.array(fc.lorem({ maxCount: 60 }), { minLength: 2, maxLength: 6 }),
})

const answerOf = (id: string) => ({
  chat: {
    id,
    choices: [{ index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 1 },
  },
  responses: {
    id,
    object: 'response',
    status: 'completed',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Well.', annotations: [] }] },
    ],
    usage: { input_tokens: 9, output_tokens: 1, total_tokens: 10 },
  },
})

/** A running conversation whose next request continues all earlier ones. */
function begin({ kind, system, questions }: Conversation, index: number) {
  const messages: object[] = kind === 'messages' ? [] : [{ role: 'system', content: system }]
  let previous: string | undefined
  let turn = 0
  return {
    isOver: () => turn === questions.length,
    isFollowUp: () => turn > 0,
    async ask(): Promise<ChannelName> {
      // the first question distinguishes conversations with the same system prompt
      const content = `${index}: ${questions[turn]} `
      turn += 1
      messages.push({ role: 'user', content })
      const headers: Record<string, string> = { authorization: `Bearer ${bearers[index % bearers.length]}` }
      if (kind === 'session') headers.session_id = `session-${index}`
      const [path, body] =
        kind === 'response'
          ? ['/v1/responses', { input: content, store: true, ...(previous && { previous_response_id: previous }) }]
          : kind === 'messages'
            ? [
                '/v1/messages',
                {
                  max_tokens: 9,
                  metadata: { user_id: `session_${index}` },
                  messages: messages.slice(-1 - 2 * (turn % 2)),
                },
              ]
            : kind === 'cache key'
              ? [
                  '/v1/chat/completions',
                  { prompt_cache_key: `key-${index}`, messages: [...messages, { role: 'user', content: 'x' }] },
                ]
              : ['/v1/chat/completions', { messages: kind === 'session' ? messages.slice(-1) : messages }]
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', ...(body as object) }),
      })
      const answer = await response.json()
      if (response.status !== 200) throw new Error(JSON.stringify(answer))
      previous = answer.id
      messages.push({ role: 'assistant', content: 'Well.' })
      return answeredBy(response)
    },
  }
}

async function answeredBy(response: Response): Promise<ChannelName> {
  const [row] = await gateway.logsOf(response)
  const { admin_info } = JSON.parse(row?.other ?? '{}') as LogOther
  expect(admin_info?.routing?.chosen).toBeDefined()
  return row?.channel_name as ChannelName
}

test('follow-ups of 200 conversations return to their channel while it is healthy, and none waits for a failing one', async () => {
  const [conversations = []] = fc.sample(
    fc.array(conversation, { minLength: CONVERSATIONS, maxLength: CONVERSATIONS }),
    { seed: 20_261_122, numRuns: 1 },
  )
  const broken = new Set<ChannelName>()
  let attemptsOnBroken = 0
  let answers = 0
  upstream.answer = (response, { path }) => {
    const [, name = '', , kind] = path.split('/')
    if (broken.has(name as ChannelName)) {
      attemptsOnBroken += 1
      return answerJson(response, 500, { error: { message: 'It broke' } })
    }
    answers += 1
    answerJson(
      response,
      200,
      kind === 'responses' ? answerOf(`resp_${answers}`).responses : answerOf(`c_${answers}`).chat,
    )
  }

  const places = new Map<number, ChannelName>()
  const runs = conversations.map(begin)
  const seen = { followUps: 0, hits: 0, rerouted: 0 }
  let asked = 0
  /** Some conversations take their next turn, a few at once. */
  async function takeTurns(): Promise<void> {
    const open = runs.flatMap((run, index) => (run.isOver() ? [] : [{ run, index }]))
    for (let start = 0; start < open.length; start += AT_ONCE) {
      await Promise.all(
        open.slice(start, start + AT_ONCE).map(async ({ run, index }) => {
          const place = places.get(index)
          const wasWell = place === undefined || !broken.has(place)
          asked += 1
          const channel = await run.ask()
          if (place && wasWell) {
            seen.followUps += 1
            if (channel === place) seen.hits += 1
          } else if (place) {
            seen.rerouted += 1
            expect(channel).not.toBe(place)
          }
          places.set(index, channel)
        }),
      )
    }
  }

  await takeTurns()
  const spread = CHANNELS.map(name => [...places.values()].filter(place => place === name).length)
  expect(Math.min(...spread)).toBeGreaterThan(CONVERSATIONS / CHANNELS.length / 2)
  await takeTurns()
  expect(seen.hits / seen.followUps).toBeGreaterThanOrEqual(0.95)

  broken.add('north')
  await takeTurns()
  // only calls in flight find it broken, and then one probe at a time
  expect(attemptsOnBroken).toBeLessThanOrEqual(3 + AT_ONCE)
  expect(seen.rerouted).toBeGreaterThan(10)
  const { hits, followUps } = seen
  broken.clear()
  await takeTurns()
  await takeTurns()
  expect((seen.hits - hits) / (seen.followUps - followUps)).toBeGreaterThanOrEqual(0.95)
  expect(seen.hits / seen.followUps).toBeGreaterThanOrEqual(0.95)

  const health = await gateway.consoleCall<{ total: { calls: number; follow_ups: number; affinity_share: number } }>(
    'GET',
    '/api/channel/health',
  )
  expect(health.total.calls).toBe(asked + attemptsOnBroken)
  expect(health.total.follow_ups).toBeGreaterThan(seen.followUps * 0.95)
  expect(health.total.affinity_share).toBeGreaterThan(0.8)
}, 60_000)
