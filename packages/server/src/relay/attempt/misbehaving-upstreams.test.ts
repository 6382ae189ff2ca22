import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Channel, Log, LogOther, User } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const WHOLE = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: USAGE,
}
const piece = (content: string) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content } }],
})
const LAST = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
/** Input costs 1 quota a token, output 4. */
const COST = 100 + 20 * 4

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
/** How far the clock of channel health is ahead, in milliseconds. */
let ahead = 0
/** When that clock was slowed, so that no rest ends while a busy machine makes calls; null: it runs normally. */
let slowedAt: number | null = null
const clock = (now: number) => (slowedAt === null ? now : slowedAt + (now - slowedAt) / 100) + ahead

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway(undefined, async environment => {
    const app = await buildAppContext(environment)
    const { health } = app.relay
    const aheadHealth: typeof health = {
      ...health,
      obstacle: (id, now, model) => health.obstacle(id, clock(now), model),
      succeeded: (id, model, call) =>
        health.succeeded(id, model, call && { now: clock(call.now), beganAt: clock(call.beganAt) }),
      isFirm: (id, now, model) => health.isFirm(id, clock(now), model),
      taken: (id, now, model) => health.taken(id, clock(now), model),
      failed: (id, now, failure) =>
        health.failed(id, clock(now), { ...failure, beganAt: clock(failure?.beganAt ?? now) }),
    }
    return { ...app, relay: { ...app.relay, health: aheadHealth } }
  })
  await gateway.setOption('RetryTimes', 2)
  // otherwise streams of unknown models are read on after the client has left
  await gateway.setOption('relay_setting.read_on_seconds', 0)
  await gateway.setOption('ModelRatio', JSON.stringify({ m: 1, other: 1 }))
  await gateway.setOption('CompletionRatio', JSON.stringify({ m: 4, other: 4 }))
  await gateway.setOption('relay_setting.first_byte_timeout_seconds', 1)
  await gateway.setOption('relay_setting.idle_timeout_seconds', 1)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

let made: Channel[] = []
afterEach(async () => {
  for (const { id } of made) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  made = []
  ahead = 0
  slowedAt = null
})

type Misbehaviour = (response: ServerResponse) => void

/** Channels of falling priority; the first path segment tells the upstream which one. null: it answers well. */
async function channels(all: Record<string, Misbehaviour | null>, fields: Partial<Channel> = {}): Promise<Channel[]> {
  let priority = 10
  for (const name of Object.keys(all)) {
    const base_url = `${upstream.url}/${name}`
    made.push(await gateway.makeChannel({ models: 'm,other', priority: priority--, ...fields, name, base_url }))
  }
  upstream.answer = (response, { path, body }) => {
    const answer = all[path.split('/')[1] ?? '']
    if (answer) return answer(response)
    if (JSON.parse(body).stream) answerEvents(response, piece('Hi'), LAST, { choices: [], usage: USAGE }, '[DONE]')
    else answerJson(response, 200, WHOLE)
  }
  return made
}

let calls = 0
const ask = (more: object = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `Question ${calls++}` }], ...more }),
  })

/** Returns the channels that the upstream saw during an action. */
async function seenDuring(act: () => Promise<unknown>): Promise<string[]> {
  const before = upstream.received.length
  await act()
  return upstream.received.slice(before).map(({ path }) => path.split('/')[1] ?? '')
}

const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota

async function rowOf(response: Response): Promise<Log & { parsed: LogOther }> {
  const rows = await gateway.logsOf(response)
  expect(rows).toHaveLength(1)
  const [row] = rows as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

const events = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const error =
  (status: number, message = 'It broke', headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, type: 'server_error', code: null } }))
  }

/** Failures before the client gets a byte, and the code in the log row. */
const FAILING: [name: string, misbehaviour: Misbehaviour, code: string, streamed: boolean[]][] = [
  ['accepts and never answers', () => undefined, 'upstream_first_byte_timeout', [false, true]],
  [
    'sends its headers and falls silent',
    response => events(response).flushHeaders(),
    'upstream_first_byte_timeout',
    [true],
  ],
  [
    'falls silent inside a whole answer',
    response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":[')
    },
    'upstream_silent',
    [false],
  ],
  [
    'answers with a web page',
    response => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html><body>Welcome</body></html>')
    },
    'upstream_not_readable',
    [false, true],
  ],
  [
    'answers an error at status 200',
    response => answerJson(response, 200, { error: { message: 'Try later', type: 'server_error', code: 'broken' } }),
    'broken',
    [false, true],
  ],
  [
    'begins a stream with an error',
    response => answerEvents(response, { error: { message: 'Try later', type: 'server_error', code: 'broken' } }),
    'broken',
    [true],
  ],
  ['answers nothing', response => response.end(), 'upstream_empty', [false, true]],
  ['resets the connection', response => void response.socket?.destroy(), 'upstream_unreachable', [false, true]],
]

describe('when an upstream fails before the first byte', () => {
  for (const [name, misbehaviour, code, streamed] of FAILING) {
    for (const stream of streamed) {
      test(`because it ${name}, the next one answers, only that is charged, and the row names the failure, ${stream ? 'streamed' : 'whole'}`, async () => {
        const [bad, good] = (await channels({ bad: misbehaviour, good: null })) as [Channel, Channel]
        const before = await balance()
        const response = await ask({ stream })
        const text = await response.text()
        expect(response.status).toBe(200)
        expect(text).toContain('Hi')
        expect(text).not.toContain('error')
        expect(before - (await balance())).toBe(COST)
        const row = await rowOf(response)
        expect(row).toMatchObject({ type: 2, quota: COST, channel: good.id })
        const { routing, use_channel, attempts } = row.parsed.admin_info ?? {}
        expect(use_channel).toEqual([String(bad.id), String(good.id)])
        expect(routing).toMatchObject({
          candidates: [bad.id, good.id],
          skipped: [{ channel: bad.id, reason: 'failed' }],
          chosen: 'only',
        })
        const [failed, answered] = attempts ?? []
        expect(failed).toMatchObject({
          channel: bad.id,
          code,
          quota: 0,
          charge_rule: { known: 'nothing', charged: 'free' },
        })
        const isSilent = code === 'upstream_first_byte_timeout' || code === 'upstream_silent'
        expect(answered).toEqual({ channel: good.id, status: 200, ms: expect.any(Number) })
        expect(failed?.charge_rule?.ended_by === 'time_limit').toBe(isSilent)
        expect((failed?.prompt_tokens ?? 0) > 0).toBe(isSilent)
      })
    }
  }

  test('by a redirect, the gateway does not follow it and the next one answers', async () => {
    let followed = 0
    const elsewhere = await startScriptedUpstream()
    elsewhere.answer = response => {
      followed++
      answerJson(response, 200, WHOLE)
    }
    for (const status of [301, 302, 307]) {
      await channels({
        bad(response) {
          response.writeHead(status, { location: `${elsewhere.url}/v1/chat/completions` })
          response.end()
        },
        good: null,
      })
      expect(await seenDuring(async () => expect((await ask()).status).toBe(200))).toEqual(['bad', 'good'])
      for (const { id } of made) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
      made = []
    }
    expect(followed).toBe(0)
    await elsewhere.stop()
  })

  test('by refusing the connection or not speaking TLS, the next one answers', async () => {
    await channels({ refused: null, plain: null, good: null })
    const [refused, plain] = made
    await gateway.consoleCall('PUT', '/api/channel/', { id: refused?.id, base_url: 'http://127.0.0.1:9' })
    await gateway.consoleCall('PUT', '/api/channel/', {
      id: plain?.id,
      base_url: `${upstream.url.replace('http', 'https')}/plain`,
    })
    const response = await ask()
    expect(response.status).toBe(200)
    const { attempts } = (await rowOf(response)).parsed.admin_info ?? {}
    expect(attempts?.map(({ status, code }) => [status, code])).toEqual([
      [0, 'upstream_unreachable'],
      [0, 'upstream_unreachable'],
      [200, undefined],
    ])
  })
})

describe('an upstream that fails after the first byte', () => {
  const AFTER: [name: string, misbehaviour: Misbehaviour][] = [
    ['falls silent', response => void events(response).write(`data: ${JSON.stringify(piece('Half'))}\n\n`)],
    [
      'stops without its last event',
      response => void events(response).end(`data: ${JSON.stringify(piece('Half'))}\n\n`),
    ],
  ]
  test.each(AFTER)('and %s: one error event, no second attempt, charged for what came', async (_, misbehaviour) => {
    await channels({ bad: misbehaviour, good: null })
    let text = ''
    let response: Response | undefined
    const seen = await seenDuring(async () => {
      response = await ask({ stream: true })
      text = await response.text()
    })
    expect(seen).toEqual(['bad'])
    expect(text).toContain('Half')
    expect(text.split('"error":')).toHaveLength(2)
    expect((await rowOf(response as Response)).quota).toBeGreaterThan(0)
  })

  test('an answer that arrives byte by byte is accepted as long as it keeps coming', async () => {
    const text = `data: ${JSON.stringify(piece('Slow'))}\n\ndata: ${JSON.stringify(LAST)}\n\ndata: [DONE]\n\n`
    await channels({
      slow(response) {
        events(response)
        let at = 0
        const next = () => {
          if (at >= text.length) return response.end()
          response.write(text.slice(at, at + 40))
          at += 40
          setTimeout(next, 50)
        }
        next()
      },
    })
    const answer = await (await ask({ stream: true })).text()
    expect(answer).toContain('Slow')
    expect(answer).toEndWith('data: [DONE]\n\n')
  })
})

describe('one of three channels that answers many calls with 429', () => {
  const inHalfAMinute = () => new Date(Date.now() + 30_000).toUTCString()
  const STORMS: [how: string, headers: () => Record<string, string>, mostFailing: number][] = [
    ['without Retry-After', () => ({}), 3],
    ['with Retry-After in seconds', () => ({ 'retry-after': '30' }), 1],
    ['with Retry-After as a date', () => ({ 'retry-after': inHalfAMinute() }), 1],
  ]
  test.each(STORMS)(
    '%s: no client sees an error, the channel gets only probes, and recovers by itself',
    async (_, headers, most) => {
      slowedAt = performance.now()
      let isStorming = true
      const answers: Record<string, Misbehaviour | null> = {
        stormy: response =>
          isStorming ? error(429, 'Too many requests', headers())(response) : answerJson(response, 200, WHOLE),
        calm: null,
        quiet: null,
      }
      await channels(answers, { priority: 0, weight: 1 })
      const askAll = (count: number) => Promise.all(Array.from({ length: count }, async () => (await ask()).status))
      const stormyDuring = async (count: number, atOnce = 1) => {
        const seen = await seenDuring(async () => {
          for (let left = count; left > 0; left -= atOnce) expect(await askAll(atOnce)).toEqual(Array(atOnce).fill(200))
        })
        return seen.filter(name => name === 'stormy').length
      }
      // the channel starts to rest
      expect(await stormyDuring(60)).toBeLessThanOrEqual(most)
      expect(await stormyDuring(20)).toBe(0)
      // its rest is over: concurrent calls send one probe at a time
      ahead = 31_000
      expect(await stormyDuring(60, 20)).toBe(1)
      expect(await stormyDuring(20)).toBe(0)
      // it recovers
      isStorming = false
      ahead = 400_000
      expect(await stormyDuring(60)).toBeGreaterThan(5)
    },
  )
})

test('clients never see a channel answer every other call with 500, and no call makes more than two attempts', async () => {
  let turn = 0
  await channels(
    { odd: response => (turn++ % 2 ? answerJson(response, 200, WHOLE) : error(500)(response)), good: null },
    {},
  )
  for (let call = 0; call < 12; call++) {
    const seen = await seenDuring(async () => expect((await ask()).status).toBe(200))
    expect(seen.length).toBeLessThanOrEqual(2)
  }
  // it rests after twenty calls within a minute, half of them failed
  for (let call = 12; call < 24; call++) await ask()
  expect(await seenDuring(ask)).toEqual(['good'])
  const { channels: told } = await gateway.consoleCall<{ channels: { id: number; breakers: object[] }[] }>(
    'GET',
    '/api/channel/health',
  )
  expect(told.find(({ id }) => id === made[0]?.id)?.breakers).toMatchObject([
    { state: 'open', failure_share: expect.closeTo(0.52, 1) },
  ])
})

describe('when all channels are down', () => {
  test('a call makes at most 1 + RetryTimes attempts, and only one when all are resting', async () => {
    await channels({ one: error(500), two: error(500), three: error(500), four: error(500) })
    expect(await seenDuring(ask)).toEqual(['one', 'two', 'three'])
    for (let call = 0; call < 6; call++) await ask()
    expect(await seenDuring(async () => expect((await ask()).status).toBe(500))).toHaveLength(1)
  })

  test('and sent Retry-After, a call is refused at once with the time to try again', async () => {
    await channels({
      one: error(429, 'Wait', { 'retry-after': '20' }),
      two: error(429, 'Wait', { 'retry-after': '40' }),
    })
    expect((await ask()).status).toBe(429)
    let refused: Response | undefined
    expect(await seenDuring(async () => (refused = await ask()))).toEqual([])
    expect(refused?.status).toBe(503)
    expect(Number(refused?.headers.get('retry-after'))).toBeWithin(18, 21)
    const row = await rowOf(refused as Response)
    expect(row.parsed).toMatchObject({ error_code: 'channels_resting' })
    expect(row.parsed.admin_info?.routing?.skipped?.map(({ reason }) => reason)).toEqual([
      'asked_to_wait',
      'asked_to_wait',
    ])
    expect(row.parsed.admin_info?.routing?.chosen).toBeUndefined()
  })

  test('and silent, later callers do not wait', async () => {
    await channels({ silent: () => undefined })
    for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(504)
    expect(await seenDuring(async () => expect((await ask()).status).toBe(503))).toEqual([])
  })
})

describe('a failure of one model', () => {
  const refuse = (status: number, body: object) => (response: ServerResponse) => answerJson(response, status, body)
  const OF_MODEL: [name: string, misbehaviour: Misbehaviour][] = [
    ['a model that is not found', refuse(404, { error: { message: 'No such thing', code: 'model_not_found' } })],
    ['a model that is named in a 404', refuse(404, { error: { message: 'The model `sent-as-m` does not exist' } })],
    ['a model that is overloaded', refuse(503, { error: { message: 'Busy', type: 'overloaded_error' } })],
    ['a limit on one model', refuse(429, { error: { message: 'Rate limit reached for sent-as-m' } })],
  ]
  test.each(OF_MODEL)('(%s) rests only that model', async (_, misbehaviour) => {
    const [bad] = (await channels({ bad: misbehaviour, good: null }, { model_mapping: '{"m":"sent-as-m"}' })) as [
      Channel,
    ]
    upstream.answer = (response, { path, body }) =>
      path.startsWith('/bad') && JSON.parse(body).model === 'sent-as-m'
        ? misbehaviour(response)
        : answerJson(response, 200, WHOLE)
    for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200)
    expect(await seenDuring(ask)).toEqual(['good'])
    expect(await seenDuring(() => ask({ model: 'other' }))).toEqual(['bad'])
    // an answer for another model does not prove that this one works
    expect(await seenDuring(ask)).toEqual(['good'])
    const { channels: told } = await gateway.consoleCall<{ channels: { id: number; breakers: object[] }[] }>(
      'GET',
      '/api/channel/health',
    )
    expect(told.find(({ id }) => id === bad.id)?.breakers).toEqual([
      { model: 'm', state: 'open', failures_in_a_row: 3, failure_share: null, rests_for: expect.any(Number) },
    ])
  })

  test('a wrong key rests the whole channel', async () => {
    await channels({ bad: error(401, 'Incorrect API key'), good: null })
    for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200)
    expect(await seenDuring(() => ask({ model: 'other' }))).toEqual(['good'])
  })

  test('a refused request rests no channel', async () => {
    await channels({ strict: error(400, 'Bad temperature'), good: null })
    for (let call = 0; call < 4; call++) expect(await seenDuring(ask)).toEqual(['strict'])
  })
})

test('when the client leaves during a probe, the next call probes', async () => {
  let isDown = true
  let hangs = false
  await channels({
    first(response) {
      if (hangs) return
      if (isDown) error(500)(response)
      else answerJson(response, 200, WHOLE)
    },
    second: null,
  })
  for (let call = 0; call < 3; call++) await ask()
  ahead = 6_000
  hangs = true
  const before = upstream.received.length
  const leaving = new AbortController()
  const left = fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'I leave' }] }),
    signal: leaving.signal,
  }).catch(() => undefined)
  await until(async () => upstream.received.length > before, Boolean)
  expect(await seenDuring(ask)).toEqual(['second'])
  leaving.abort()
  await left
  hangs = false
  isDown = false
  await until(
    () => seenDuring(ask),
    seen => seen[0] === 'first',
  )
})
