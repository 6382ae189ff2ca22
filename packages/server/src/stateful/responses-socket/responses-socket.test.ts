import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Log, type LogOther, type LogStat, ROLE, type Token, type User } from '@tollgate/contract'
import fc from 'fast-check'
import { type EvilUpstream, GOOD_TEXT, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { openRealtime, type RealtimeClient } from '../../../test/support/realtime-client.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

/** A channel type that takes only Chat, at its own path. */
const CUSTOM = 8
const BAD = 'bad-request'

let evil: EvilUpstream
let held: HeldUpstream
let gateway: TestGateway
let app: RunningApp
let bearer: string

/** Their names are of a model that shows all its output, so nothing is read on when a client leaves. */
const [HELD, HALF_FRAME] = ['gpt-4x-held', 'gpt-4x-half-frame']

async function start(): Promise<TestGateway> {
  const started = await startGateway(undefined, async (...building) => {
    app = await buildAppContext(...building)
    return app
  })
  const models = ['good', HALF_FRAME, 'hangs', 'endless', BAD]
  const chat = { type: CUSTOM, base_url: `${evil.url}/v1/chat/completions`, models: models.join(',') }
  await started.makeChannel(chat)
  await started.makeChannel({ base_url: held.url, models: `held,${HELD}` })
  const ratios = JSON.stringify(Object.fromEntries([...models, 'held', HELD].map(model => [model, 1])))
  await started.setOption('ModelRatio', ratios)
  return started
}

beforeAll(async () => {
  evil = await startEvilUpstream()
  held = await startHeldUpstream()
  gateway = await start()
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await evil.stop()
  await held.stop()
})

async function connect(key = bearer, headers: Record<string, string> = {}, on = gateway): Promise<RealtimeClient> {
  const client = openRealtime(`${on.url}/v1/responses`, null, {
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en', ...headers },
  } as Bun.WebSocketOptions)
  await new Promise(resolve => client.socket.addEventListener('open', resolve))
  return client
}

const create = (fields: object = {}) => ({
  type: 'response.create',
  model: 'good',
  input: 'Hi',
  store: false,
  ...fields,
})
const ENDS = new Set(['response.completed', 'response.incomplete', 'error'])
/** The final events of responses and refusals so far. */
const endsOf = ({ events }: RealtimeClient) => events.filter(({ type }) => ENDS.has(type ?? ''))

/** Asks for a response; returns its last event. */
async function ask(client: RealtimeClient, fields: object = {}) {
  const before = endsOf(client).length
  client.say(create(fields))
  const ends = await until(
    async () => endsOf(client),
    found => found.length > before,
  )
  return ends[before] as { type: string; status?: number; error?: { code: string; message: string }; response: Answer }
}
interface Answer {
  id: string
  output: { content?: { text: string }[] }[]
}
const textOf = ({ output }: Answer) => output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join('')
const sentMessages = () =>
  JSON.parse(evil.requests.at(-1)?.body ?? '{}').messages as { role: string; content: string }[]
const rowsOf = (id: string) =>
  until(
    () => gateway.logsOf(id),
    rows => rows.length > 0,
  )
const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota

describe('the handshake', () => {
  const upgrade = { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' }
  const get = (headers: Record<string, string>) => fetch(`${gateway.url}/v1/responses`, { headers })

  test('is refused with 401 and a sentence for a bad key', async () => {
    const response = await get({
      ...upgrade,
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      authorization: 'Bearer sk-no',
    })
    expect([response.status, (await response.json()).error.code]).toEqual([401, 'token_invalid'])
  })

  test('is demanded with 426 if missing', async () => {
    for (const headers of [{}, { authorization: `Bearer ${bearer}` }]) {
      const response = await get(headers as Record<string, string>)
      expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    }
  })

  test('also works at a path without a version', async () => {
    const client = openRealtime(`${gateway.url}/responses/`, bearer)
    expect((await ask(await opened(client))).type).toBe('response.completed')
    client.socket.close()
  })
  const opened = async (client: RealtimeClient) => {
    await new Promise(resolve => client.socket.addEventListener('open', resolve))
    return client
  }
})

describe('a socket', () => {
  test('carries the events of a POST, one in a message', async () => {
    const client = await connect()
    await ask(client)
    const body = JSON.stringify({ model: 'good', input: 'Hi', store: false, stream: true })
    const headers = { authorization: `Bearer ${bearer}` }
    const posted = await (await fetch(`${gateway.url}/v1/responses`, { method: 'POST', headers, body })).text()
    const data = posted.split('\n').filter(line => line.startsWith('data: '))
    const masked = (text: string) => text.replace(/"(?:id|item_id)":"\w+"|"created_at":\d+/g, '')
    expect(client.events.map(event => masked(JSON.stringify(event)))).toEqual(data.map(line => masked(line.slice(6))))
    client.socket.close()
  })

  test('carries several responses in turn, each a separate call with its own row', async () => {
    const id = crypto.randomUUID()
    const client = await connect(bearer, { 'x-request-id': id })
    const before = await balance()
    for (let n = 0; n < 3; n++) client.say(create())
    await until(
      async () => endsOf(client),
      ends => ends.length === 3,
    )
    const rows = (await Promise.all([1, 2, 3].map(n => rowsOf(`${id}-${n}`)))).flat()
    expect(rows.map(({ quota }) => quota)).toEqual([120, 120, 120])
    expect(before - (await balance())).toBe(360)
    const created = client.events.map(({ type }, at) => (type === 'response.created' ? at : -1)).filter(at => at >= 0)
    const ended = client.events.map(({ type }, at) => (type === 'response.completed' ? at : -1)).filter(at => at >= 0)
    expect(created[1]).toBeGreaterThan(ended[0] ?? Number.NaN)
    client.socket.close()
  })

  test('continues from its last response, and from a warm-up, which costs nothing', async () => {
    const client = await connect()
    const [before, asked] = [await balance(), evil.requests.length]
    const warm = await ask(client, { generate: false, input: [{ role: 'developer', content: 'Be brief' }] })
    expect([textOf(warm.response), await balance(), evil.requests.length]).toEqual(['', before, asked])
    const first = await ask(client, { previous_response_id: warm.response.id, input: 'One' })
    const second = await ask(client, { previous_response_id: first.response.id, input: 'Two' })
    expect(textOf(second.response)).toBe(GOOD_TEXT)
    expect(sentMessages().map(({ content }) => content)).toEqual(['Be brief', 'One', GOOD_TEXT, 'Two'])
    client.socket.close()
  })

  test('continues from the last response of each lane, and names the lane in its events', async () => {
    const client = await connect()
    const left = await ask(client, { stream_id: 'left', input: 'L1' })
    await ask(client, { stream_id: 'right', input: 'R1' })
    expect(client.events.every(({ stream_id }) => stream_id === 'left' || stream_id === 'right')).toBe(true)
    await ask(client, { stream_id: 'left', input: 'L2', previous_response_id: left.response.id })
    expect(sentMessages().map(({ content }) => content)).toEqual(['L1', GOOD_TEXT, 'L2'])
    expect(JSON.parse(evil.requests.at(-1)?.body ?? '')).not.toHaveProperty('stream_id')
    client.socket.close()
  })

  test('continues from a stored response of another socket, but only of its own user', async () => {
    const [one, other] = [await connect(), await connect()]
    const stored = await ask(one, { store: true, input: 'First' })
    const unstored = await ask(one, { input: 'Not kept' })
    const next = await ask(other, { previous_response_id: stored.response.id, input: 'Second' })
    expect(next.type).toBe('response.completed')
    expect(sentMessages().map(({ content }) => content)).toEqual(['First', GOOD_TEXT, 'Second'])
    // The other socket keeps the stored conversation and what came since.
    await ask(other, { previous_response_id: next.response.id, input: 'Third' })
    expect(sentMessages().map(({ content }) => content)).toEqual(['First', GOOD_TEXT, 'Second', GOOD_TEXT, 'Third'])
    expect(await ask(other, { previous_response_id: unstored.response.id })).toMatchObject({
      type: 'error',
      status: 400,
    })
    const user = await signUp(app, ROLE.user)
    const fields = { name: 'theirs', unlimited_quota: true }
    const [token] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', fields)
    const stranger = await connect(`sk-${token?.key}`)
    expect(await ask(stranger, { previous_response_id: stored.response.id })).toMatchObject({
      type: 'error',
      status: 400,
    })
    for (const client of [one, other, stranger]) client.socket.close()
  })

  test('reports errors as messages and continues', async () => {
    const client = await connect()
    const refusals: [object | string, number, string][] = [
      ['{"type":"response.create",', 400, 'body_not_json'],
      ['[]', 400, 'body_not_json'],
      [{ type: 'response.cancel' }, 400, 'ask_not_understood'],
      [create({ background: true }), 400, 'ask_not_understood'],
      [create({ stream_id: 'a b' }), 400, 'ask_not_understood'],
      [create({ model: 'nobody-serves-this' }), 404, 'model_unknown'],
      [create({ model: '' }), 400, 'model_missing'],
      [`{"type":"response.create","model":"good","model":"held","input":""}`, 400, 'member_ambiguous'],
    ]
    for (const [message, status, code] of refusals) {
      const before = endsOf(client).length
      client.say(message)
      const ends = await until(
        async () => endsOf(client),
        found => found.length > before,
      )
      expect(ends[before]).toMatchObject({ type: 'error', status, error: { code, message: expect.any(String) } })
    }
    client.socket.send(new Uint8Array([1, 2]))
    await until(
      async () => endsOf(client),
      found => found.length === refusals.length + 1,
    )
    expect(await ask(client, { model: BAD })).toMatchObject({ type: 'error', status: 400 })
    expect((await ask(client)).type).toBe('response.completed')
    client.socket.close()
  })

  test('is closed when its key is no longer valid', async () => {
    const token = await gateway.makeToken()
    const client = await connect(token.bearer)
    await ask(client)
    await gateway.consoleCall('DELETE', `/api/token/${token.id}`)
    expect(await ask(client)).toMatchObject({ type: 'error', status: 401 })
    expect((await client.ends()).code).toBe(1008)
  })

  test('lets eight requests wait, and refuses more without ending', async () => {
    const client = await connect()
    client.say(create({ model: 'held' }))
    await until(
      async () => held.held(),
      count => count === 1,
    )
    for (let n = 0; n < 10; n++) client.say(create())
    await until(
      async () => endsOf(client),
      ends => ends.length === 2,
    )
    expect(endsOf(client)).toMatchObject(Array(2).fill({ status: 429, error: { code: 'too_many_waiting' } }))
    held.goOn()
    const ends = await until(
      async () => endsOf(client),
      found => found.length === 11,
    )
    expect(ends.slice(2).every(({ type }) => type === 'response.completed')).toBe(true)
    client.socket.close()
  })
})

describe('a socket’s response is charged', () => {
  const otherOf = (row: Log | undefined): LogOther => JSON.parse(row?.other ?? '{}')

  test.each([HELD, HALF_FRAME])(
    'for a client that leaves in the middle of %s, as for one that leaves a POST',
    async model => {
      const id = crypto.randomUUID()
      const client = await connect(bearer, { 'x-request-id': id })
      client.say(create({ model }))
      await client.hears('response.output_text.delta')
      const hungUp = held.hungUp + evil.hungUp
      client.socket.terminate()
      await until(
        async () => held.hungUp + evil.hungUp,
        count => count === hungUp + 1,
      )
      const [row] = await rowsOf(`${id}-1`)

      const leaving = new AbortController()
      const body = JSON.stringify({ ...create({ model }), type: undefined, stream: true })
      const headers = { authorization: `Bearer ${bearer}`, 'x-request-id': `${id}-post` }
      const posted = await fetch(`${gateway.url}/v1/responses`, {
        method: 'POST',
        headers,
        body,
        signal: leaving.signal,
      })
      const reader = posted.body?.getReader()
      for (let text = ''; !text.includes('output_text.delta'); )
        text += Buffer.from((await reader?.read())?.value ?? [])
      leaving.abort()
      await until(
        async () => held.hungUp + evil.hungUp,
        count => count === hungUp + 2,
      )
      const [postRow] = await rowsOf(`${id}-post`)
      expect(row?.quota).toBeGreaterThan(0)
      const facts = (found: Log | undefined) => [found?.quota, otherOf(found).charge_rule, otherOf(found).client_gone]
      expect(facts(row)).toEqual(facts(postRow))
    },
  )

  test('for what arrived if its client does not read and is disconnected', async () => {
    await gateway.setOption('connection_setting.unread_seconds', 1)
    const id = crypto.randomUUID()
    const client = await connect(bearer, { 'x-request-id': id })
    client.say(create({ model: 'held' }))
    await client.hears('response.output_text.delta')
    const hungUp = held.hungUp
    client.socket.pause()
    held.goOnForEver()
    await until(
      async () => held.hungUp,
      count => count === hungUp + 1,
      20_000,
    )
    const [row] = await rowsOf(`${id}-1`)
    expect(row?.quota).toBeGreaterThan(0)
    client.socket.terminate()
    await gateway.setOption('connection_setting.unread_seconds', 120)
  }, 30_000)

  test('once, whatever clients send and whenever they leave', async () => {
    const said = fc.constantFrom('good', BAD, HELD, HALF_FRAME, 'warm', 'nonsense', 'nobody')
    const charged = async () => (await gateway.consoleCall<LogStat>('GET', '/api/log/self/stat?type=2')).quota
    const untilNoneRuns = () =>
      until(
        async () => [...app.relay.inFlight.calls()].length,
        calls => calls === 0,
      )
    await untilNoneRuns()
    const [paidBefore, chargedBefore] = [await balance(), await charged()]
    const paidAndCharged = async () => paidBefore - (await balance()) - ((await charged()) - chargedBefore)
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 5 }), fc.integer({ min: 1, max: 30 }), async (models, events) => {
        const id = crypto.randomUUID()
        const client = await connect(bearer, { 'x-request-id': id })
        for (const model of models)
          client.say(model === 'nonsense' ? 'nonsense' : create(model === 'warm' ? { generate: false } : { model }))
        const blocked = models.findIndex(model => model === HELD || model === HALF_FRAME)
        const enders = blocked < 0 ? models.length : blocked
        await until(
          async () => client.events.length >= events || endsOf(client).length >= enders,
          isThere => isThere,
        )
        client.socket.terminate()
        await untilNoneRuns()
        // A response that began before the socket's end was noticed may be charged during the next run.
        expect(await until(paidAndCharged, difference => difference === 0)).toBe(0)
        const readRows = () => Promise.all(models.map((_, n) => gateway.logsOf(`${id}-${n + 1}`)))
        const found = await readRows()
        expect(found.every(rows => rows.length <= 1)).toBe(true)
        const completed = client.events.filter(
          ({ type, response }) =>
            type === 'response.completed' && (response as { usage: { total_tokens: number } }).usage.total_tokens > 0,
        )
        expect(found.flat().filter(({ quota }) => quota > 0).length).toBeGreaterThanOrEqual(completed.length)
      }),
      { seed: 70, numRuns: 25 },
    )
  }, 60_000)
})

describe('a gateway that stops', () => {
  test('ends idle sockets at once, others after the running response', async () => {
    const own = await start()
    const { bearer: key } = await own.makeToken()
    const idle = await connect(key, {}, own)
    const running = await connect(key, {}, own)
    running.say(create({ model: 'held' }))
    await running.hears('response.output_text.delta')
    running.say(create())
    const stopping = own.stop()
    expect(await idle.ends()).toEqual({ code: 1012, reason: 'shutting_down' })
    expect(idle.events).toMatchObject([{ type: 'error', status: 503, error: { code: 'shutting_down' } }])
    held.goOn()
    expect(await running.ends()).toEqual({ code: 1012, reason: 'shutting_down' })
    expect(endsOf(running)).toMatchObject([{ type: 'response.completed' }, { type: 'error', status: 503 }])
    await stopping
  })
})
