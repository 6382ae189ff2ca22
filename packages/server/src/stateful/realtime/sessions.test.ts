import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel, Log, Page } from '@tollgate/contract'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { CREDENTIALS, CREDENTIALS_IN_URL, startHttpProxy, startSocksProxy } from '../../../test/support/proxies.ts'
import { openRealtime, RuntimeWebSocket } from '../../../test/support/realtime-client.ts'
import { REPORTED, type RealtimeUpstream, say, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { startTlsFront } from '../../../test/support/tls-front.ts'
import { tryToOpen } from '../../../test/support/try-to-open-session.ts'
import { until } from '../../../test/support/until.ts'

const MODEL = 'gpt-realtime'
/** Prices of models without a default price. */
const PRICES = { 'live-2': 1, unlisted: 1 }

let upstream: RealtimeUpstream
let gateway: TestGateway
let channel: Channel
let bearer: string
let faithful: Pick<RealtimeUpstream, 'rejection' | 'greeting' | 'answer'>

beforeAll(async () => {
  upstream = await startRealtimeUpstream()
  faithful = { rejection: upstream.rejection, greeting: upstream.greeting, answer: upstream.answer }
  gateway = await startGateway()
  channel = await gateway.makeChannel({ base_url: upstream.url, models: MODEL })
  await gateway.setOption('ModelRatio', JSON.stringify(PRICES))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  Object.assign(upstream, faithful, { asked: [], heard: [] })
})

const address = (model = MODEL, query = '') => `${gateway.url}/v1/realtime?model=${model}${query}`
const connect = (options?: Bun.WebSocketOptions, key: string | null = bearer) => openRealtime(address(), key, options)
const lastLog = async () =>
  (await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=10')).items.find(log => log.request_id !== '')

/** Trusts the certificate of these tests. */
class TrustingWebSocket extends RuntimeWebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, { protocols, tls: { rejectUnauthorized: false } })
  }
}

describe('OpenAI’s own client', () => {
  let front: Awaited<ReturnType<typeof startTlsFront>>
  beforeAll(async () => {
    front = await startTlsFront(gateway.url)
  })
  afterAll(() => front.stop())

  const clients: [string, (client: OpenAI) => OpenAIRealtimeWebSocket | OpenAIRealtimeWS][] = [
    [
      'for browsers',
      client => {
        const usual = globalThis.WebSocket
        globalThis.WebSocket = TrustingWebSocket as unknown as typeof WebSocket
        const session = new OpenAIRealtimeWebSocket({ model: MODEL }, client)
        globalThis.WebSocket = usual
        return session
      },
    ],
    ['for Node', client => new OpenAIRealtimeWS({ model: MODEL, options: { rejectUnauthorized: false } }, client)],
  ]
  test.each(clients)('%s has a conversation', async (_kind, open) => {
    const session = open(new OpenAI({ apiKey: bearer, baseURL: front.url }))
    const heard: string[] = []
    session.on('event', ({ type }) => heard.push(type))
    session.on('session.created', () => session.send({ type: 'response.create' }))
    const done = new Promise((resolve, reject) => {
      session.on('response.done', ({ response }) => resolve(response.usage))
      session.on('error', reject)
    })
    expect(await done).toEqual(REPORTED)
    expect(heard).toEqual([
      'session.created',
      'response.created',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.done',
    ])
    session.close()
  })
})

describe('a session', () => {
  test.each<[string, () => ReturnType<typeof connect>, string]>([
    ['header', () => connect(), ''],
    [
      'subprotocol',
      () => connect({ protocols: ['realtime', `openai-insecure-api-key.${bearer}`] }, 'sk-wrong'),
      'realtime',
    ],
    ['query', () => openRealtime(address(MODEL, `&key=${bearer}`), null), ''],
  ])('is opened by a key in the %s', async (_place, open, protocol) => {
    const client = open()
    await client.hears('session.created')
    expect(client.socket.protocol).toBe(protocol)
    expect(upstream.asked.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      [`/v1/realtime?model=${MODEL}`, 'Bearer upstream-key'],
    ])
    client.socket.close()
  })

  test('sends its upstream the beta header that a browser can send only as a subprotocol', async () => {
    const protocols = ['realtime', `openai-insecure-api-key.${bearer}`, 'openai-beta.realtime-v1']
    const client = connect({ protocols }, null)
    await client.hears('session.created')
    expect(upstream.asked[0]?.headers.get('openai-beta')).toBe('realtime=v1')
    expect(upstream.asked[0]?.headers.get('sec-websocket-protocol')).toBeNull()
    client.socket.close()
  })

  test('passes text unchanged, and an upstream’s bytes as bytes', async () => {
    upstream.answer = (_event, socket) => {
      socket.send('{ "type":"odd",  "big": 12345678901234567890 }')
      socket.send(new Uint8Array([1, 2, 255]))
    }
    const client = connect()
    const texts: string[] = []
    client.socket.addEventListener('message', ({ data }) => typeof data === 'string' && texts.push(data))
    await client.hears('session.created')
    client.say('{ "type":"odd", "n": 1.0 }')
    await until(
      async () => client.bytes.length,
      count => count === 1,
    )
    expect(upstream.heard).toEqual([{ type: 'odd', n: 1 }])
    expect(texts.at(-1)).toBe('{ "type":"odd",  "big": 12345678901234567890 }')
    expect([...(client.bytes[0] ?? [])]).toEqual([1, 2, 255])
    client.socket.close()
  })

  test('survives an upstream’s message that is not JSON', async () => {
    upstream.answer = (_event, socket) => void socket.send('{"type":"session.upd')
    const client = connect()
    await client.hears('session.created')
    const texts: unknown[] = []
    client.socket.addEventListener('message', ({ data }) => texts.push(data))
    client.say({ type: 'odd' })
    await until(
      async () => texts.length,
      count => count === 1,
    )
    expect(texts).toEqual(['{"type":"session.upd'])
    client.socket.close()
  })

  test('does not send messages that the gateway cannot read, and continues', async () => {
    const client = connect()
    await client.hears('session.created')
    const dear = { type: 'session.update', session: { model: 'dear' } }
    client.say('{"type":')
    client.socket.send(new Uint8Array([9, 0, 9]))
    client.say(JSON.stringify(dear).replace(/}$/, ',"extra":NaN}'))
    client.socket.send(Buffer.from(JSON.stringify(dear)))
    client.socket.send(Buffer.from('{"type":"odd"}'))
    const codes = [1, 2, 3, 4].map(async count => ((await client.hears('error', count)).error as { code: string }).code)
    expect(await Promise.all(codes)).toEqual([...Array(3).fill('body_not_json'), 'session_keeps_model'])
    await until(
      async () => upstream.heard.length,
      count => count === 1,
    )
    expect(upstream.heard).toEqual([{ type: 'odd' }])
    client.socket.close()
  })

  test('hides the channel’s key in its upstream’s errors', async () => {
    upstream.answer = (_event, socket) => {
      const failed = 'conversation.item.input_audio_transcription.failed'
      say(socket, { type: failed, error: { message: 'No, UPSTREAM%2Dkey is not here' } })
      say(socket, { type: 'error', error: { type: 'invalid_request_error', message: 'No, upstream-key is not here' } })
    }
    const client = connect()
    await client.hears('session.created')
    client.say({ type: 'odd' })
    expect(await client.hears('error')).toMatchObject({ error: { message: 'No, *** is not here' } })
    expect(client.events.at(-2)).toMatchObject({ error: { message: 'No, *** is not here' } })
    client.socket.close()
  })

  test('keeps its model, for which the upstream has another name', async () => {
    await gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, model_mapping: `{"${MODEL}":"inner-model"}` })
    const client = connect()
    await client.hears('session.created')
    client.say({ type: 'session.update', session: { model: MODEL, instructions: 'Guard.' } })
    client.say({ type: 'session.update', session: { model: 'gpt-dearer' } })
    client.say({ type: 'response.create' })
    await client.hears('response.done')
    expect(upstream.asked[0]?.url).toBe('/v1/realtime?model=inner-model')
    expect(upstream.heard).toEqual([
      { type: 'session.update', session: { model: 'inner-model', instructions: 'Guard.' } },
      { type: 'response.create' },
    ])
    expect(await client.hears('error')).toMatchObject({ error: { code: 'session_keeps_model' } })
    const { model_name, other } = (await lastLog()) ?? {}
    expect([model_name, JSON.parse(other ?? '{}').upstream_model_name]).toEqual([MODEL, 'inner-model'])
    client.socket.close()
    await gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, model_mapping: '' })
  })

  test('passes on no member that chooses another model or provider, and its rows report that', async () => {
    const client = connect()
    await client.hears('session.created')
    const chosen = { models: ['gpt-dearer'], extra_body: { model: 'gpt-dearer' }, provider: { order: ['x'] } }
    client.say({ type: 'session.update', ...chosen, session: { instructions: 'Guard.', ...chosen } })
    client.say({ type: 'response.create', response: { model: 'gpt-dearer', instructions: 'Go.', ...chosen } })
    await client.hears('response.done')
    expect(upstream.heard).toEqual([
      { type: 'session.update', session: { instructions: 'Guard.', extra_body: {} }, extra_body: {} },
      { type: 'response.create', response: { instructions: 'Go.', extra_body: {} } },
    ])
    const { losses = [] } = JSON.parse((await lastLog())?.other ?? '{}')
    expect(losses.map((loss: string) => loss.split(':')[0])).toEqual(['"models"', '"extra_body.model"', '"provider"'])
    client.socket.close()
  })

  test('does not pass on forbidden words', async () => {
    await gateway.setOption('SensitiveWords', 'open sesame')
    await gateway.setOption('CheckSensitiveEnabled', true)
    const client = connect()
    await client.hears('session.created')
    const saying = (text: string) => ({ type: 'conversation.item.create', item: { content: [{ text }] } })
    client.say(saying('Open sesame!'))
    client.say(saying('Good morning.'))
    await until(
      async () => upstream.heard,
      heard => heard.length > 0,
    )
    expect(upstream.heard).toEqual([saying('Good morning.')])
    expect(await client.hears('error')).toMatchObject({ error: { code: 'sensitive_words_detected' } })
    client.socket.close()
    await gateway.setOption('SensitiveWords', '')
  })

  test('may go to another channel until the client gets a message', async () => {
    const broken = await startRealtimeUpstream()
    const late = await startRealtimeUpstream()
    broken.rejection = () => Response.json({ error: { message: 'too busy' } }, { status: 503 })
    late.greeting = { type: 'error', error: { type: 'server_error', message: 'no capacity', code: 'overloaded' } }
    const worse = [broken, late].map(({ url }) => gateway.makeChannel({ base_url: url, models: 'live-2', priority: 9 }))
    await Promise.all([...worse, gateway.makeChannel({ base_url: upstream.url, models: 'live-2', priority: 1 })])
    await gateway.setOption('RetryTimes', 2)
    const client = openRealtime(address('live-2'), bearer)
    await client.hears('session.created')
    expect([broken.asked.length, late.asked.length, upstream.asked.length]).toEqual([1, 1, 1])
    expect(client.events).toHaveLength(1)
    client.socket.close()
    await Promise.all([broken.stop(), late.stop()])
  })

  test.each([
    ['of deployments', '2024-10-01-preview', '/openai/realtime?api-version=2024-10-01-preview&deployment=inner'],
    ['as OpenAI’s', 'v1', '/openai/v1/realtime?model=inner'],
  ])('goes to Azure, its addresses %s', async (_form, other, url) => {
    const model = `live-azure-${other.length}`
    const fields = { type: 3, base_url: upstream.url, models: model, other, model_mapping: `{"${model}":"inner"}` }
    await gateway.makeChannel(fields)
    await gateway.setOption('ModelRatio', JSON.stringify({ ...PRICES, [model]: 1 }))
    const client = openRealtime(address(model), bearer)
    await client.hears('session.created')
    expect(
      upstream.asked.map(({ url, headers }) => [url, headers.get('api-key'), headers.get('authorization')]),
    ).toEqual([[url, 'upstream-key', null]])
    client.socket.close()
  })

  test('goes to the channel an administrator chooses', async () => {
    const client = openRealtime(address('unlisted'), `${bearer}-${channel.id}`)
    await client.hears('session.created')
    expect(upstream.asked.map(({ url }) => url)).toEqual(['/v1/realtime?model=unlisted'])
    client.socket.close()
  })
})

describe('a channel with a proxy', () => {
  const proxies = { http: startHttpProxy({ secure: false }), socks: startSocksProxy() }
  afterAll(async () => {
    for (const proxy of Object.values(proxies)) await (await proxy).stop()
  })
  const through = async (protocol: string, port: number, credentials: string) => {
    const proxy = `${protocol}://${credentials}@127.0.0.1:${port}`
    const model = `${protocol}-${credentials.length}`
    // A name that only a proxy can resolve.
    const hidden = upstream.url.replace('127.0.0.1', 'upstream.invalid')
    await gateway.makeChannel({ base_url: hidden, models: model, setting: JSON.stringify({ proxy }) })
    await gateway.setOption('ModelRatio', JSON.stringify({ ...PRICES, [model]: 1 }))
    return model
  }

  test.each([
    ['http', 'http'],
    ['socks5h', 'socks'],
  ] as const)('by %s reaches its upstream', async (protocol, kind) => {
    const proxy = await proxies[kind]
    const model = await through(protocol, proxy.port, CREDENTIALS_IN_URL)
    const client = openRealtime(address(model), bearer)
    await client.hears('session.created')
    client.say({ type: 'response.create' })
    await client.hears('response.done')
    expect(proxy.asked).toEqual([`${CREDENTIALS} upstream.invalid:${new URL(upstream.url).port}`])
    client.socket.close()
  })

  test.each([
    ['http', 'http', 'proxy_refused'],
    ['socks5h', 'socks', 'proxy_refused'],
    ['http', null, 'proxy_unreachable'],
    ['socks5h', null, 'proxy_unreachable'],
  ] as const)('by %s (%p) says whose fault it is: %s', async (protocol, kind, code) => {
    const port = kind ? (await proxies[kind]).port : 1
    const model = await through(protocol, port, `nobody:${code}`)
    const answer = await tryToOpen(address(model), { authorization: `Bearer ${bearer}` })
    expect(answer).toMatchObject({ status: 502, code })
  })
})
