import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Channel } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { certificate } from '../../../test/support/certificate.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway, startGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import {
  CREDENTIALS,
  CREDENTIALS_IN_URL,
  startHttpProxy,
  startSocksProxy,
  type TestProxy,
} from '../../../test/support/proxies.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'

let upstream: ScriptedUpstream
/** The same over TLS. */
let secureUpstream: Server
let proxies: Record<'http' | 'https' | 'socks', TestProxy>
let database: TestDatabase
let child: GatewayProcess
let gateway: Operator
let bearer: string
let channel: Channel

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  secureUpstream = createServer(certificate, async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text() // Bun accepts Node's streams as bodies
    upstream.answer(response, { path: request.url ?? '', headers: request.headers, body })
  }).listen(0, '127.0.0.1')
  proxies = {
    http: await startHttpProxy({ secure: false }),
    https: await startHttpProxy({ secure: true }),
    socks: await startSocksProxy(),
  }
  // a separate process, because trusted certificates are read at the start
  const [sqlite] = databases() as [ReturnType<typeof databases>[number]] // never empty
  database = await sqlite.open()
  const authorities = join(database.place.DATA_DIR, 'authorities.pem')
  writeFileSync(authorities, certificate.cert)
  const environment = { NODE_EXTRA_CA_CERTS: authorities }
  child = await startGatewayProcess(database.place, await freePort(), { environment })
  gateway = await setUpGateway(child.url)
  channel = await gateway.makeChannel({ models: 'm-1' })
  await gateway.setOption('ModelRatio', '{"m-1":1}')
  await gateway.setOption('RetryTimes', 0)
  // otherwise streams of unknown models are read on after the client has left
  await gateway.setOption('relay_setting.read_on_seconds', 0)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await child.kill()
  await database.close()
  await upstream.stop()
  secureUpstream.closeAllConnections()
  secureUpstream.close()
  for (const proxy of Object.values(proxies)) await proxy.stop()
})

const ANSWER = { id: 'c', choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] }

beforeEach(() => {
  upstream.received.length = 0
  for (const { asked } of Object.values(proxies)) asked.length = 0
  upstream.answer = (response, { body }) =>
    body.includes('"stream":true')
      ? answerEvents(
          response,
          { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] },
          '[DONE]',
        )
      : answerJson(response, 200, ANSWER)
})

const securePort = () => (secureUpstream.address() as AddressInfo).port
const set = (fields: Partial<Channel>) => gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, ...fields })
const proxied = (proxy: string, base_url: string) => set({ base_url, setting: JSON.stringify({ proxy }) })

const chat = (more: object = {}, signal?: AbortSignal, url = gateway.url, key = bearer) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    body: JSON.stringify({ model: 'm-1', messages: [{ role: 'user', content: 'Hi' }], ...more }),
    signal,
  })

/** A name that does not resolve here: only a proxy that resolves names itself can reach it. */
const HIDDEN = 'upstream.invalid'

type Kind = [protocol: string, proxy: keyof typeof proxies, host: string]
const kinds: Kind[] = [
  ['http', 'http', HIDDEN],
  ['https', 'https', HIDDEN],
  ['socks5h', 'socks', HIDDEN],
  ['socks5', 'socks', 'localhost'],
]
const combinations = kinds.flatMap(kind => (['http', 'https'] as const).map(scheme => [...kind, scheme] as const))

describe('a channel with a proxy', () => {
  test.each(combinations)('by %s (%s) reaches %s over %s, whole and streamed', async (protocol, name, host, scheme) => {
    const port = scheme === 'http' ? upstream.port : securePort()
    const proxy = proxies[name]
    await proxied(`${protocol}://${CREDENTIALS_IN_URL}@127.0.0.1:${proxy.port}`, `${scheme}://${host}:${port}`)
    expect((await (await chat()).json()).choices[0].message.content).toBe('Yes.')
    expect(await (await chat({ stream: true })).text()).toEndWith('data: [DONE]\n\n')
    const target = protocol === 'socks5' ? 'an address' : host
    expect(new Set(proxy.asked)).toEqual(new Set([`${CREDENTIALS} ${target}:${port}`]))
  })

  test('sends forms through it', async () => {
    await proxied(`http://${CREDENTIALS_IN_URL}@127.0.0.1:${proxies.http.port}`, `http://${HIDDEN}:${upstream.port}`)
    upstream.answer = response => answerJson(response, 200, { text: 'Hello' })
    const form = new FormData()
    form.set('model', 'm-1')
    form.set('file', new File([new Uint8Array(100_000).fill(65)], 'a.wav'))
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    })
    expect([response.status, await response.json()]).toEqual([200, { text: 'Hello' }])
    expect(upstream.received.at(-1)?.body).toContain('A'.repeat(100_000))
  })

  test('ends the call through SOCKS when the client leaves', async () => {
    await proxied(
      `socks5h://${CREDENTIALS_IN_URL}@127.0.0.1:${proxies.socks.port}`,
      `http://${HIDDEN}:${upstream.port}`,
    )
    const isClosed = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    upstream.answer = response => {
      response.on('close', () => isClosed.resolve())
      isAsked.resolve()
    }
    const controller = new AbortController()
    const pending = chat({}, controller.signal).catch(() => 'gone')
    await isAsked.promise
    controller.abort()
    expect(await pending).toBe('gone')
    await isClosed.promise
  })
})

const SECRETS = /s@cret|s%40cret|guess|127\.0\.0\.1|upstream\.invalid|Who are you/

/** The message for the client and the log, neither of which may reveal more than the cause. */
async function toldOf(response: Response): Promise<string> {
  const text = await response.text()
  const [row] = await gateway.logsOf(response)
  expect(text + row?.content + row?.other).not.toMatch(SECRETS)
  expect(response.status).toBe(502)
  return JSON.parse(text).error.message
}

describe.each(combinations)('a %s proxy (%s) before %s over %s', (protocol, name, host, scheme) => {
  const at = (port: number) => `${scheme}://${host}:${port}`
  const far = () => at(scheme === 'http' ? upstream.port : securePort())

  test('that refuses connections is distinguished from an upstream that refuses them', async () => {
    await proxied(`${protocol}://${CREDENTIALS_IN_URL}@127.0.0.1:9`, far())
    expect(await toldOf(await chat())).toContain('proxy could not be reached')
  })

  test.each(['', 'me:guess@'])('that refuses the credentials "%s" is reported', async credentials => {
    await proxied(`${protocol}://${credentials}127.0.0.1:${proxies[name].port}`, far())
    expect(await toldOf(await chat())).toContain('proxy rejected the call')
    expect(upstream.received).toEqual([])
  })
})

test.each(['http', 'https', 'socks5h'])(
  'an upstream that a %s proxy cannot reach is reported like any other',
  async protocol => {
    const { port } = protocol === 'socks5h' ? proxies.socks : proxies[protocol as 'http' | 'https'] // one of these three
    await proxied(`${protocol}://${CREDENTIALS_IN_URL}@127.0.0.1:${port}`, `https://${HIDDEN}:9`)
    expect(await toldOf(await chat())).toContain('upstream could not be reached')
  },
)

test('a proxy’s own password is removed from its error', async () => {
  await proxied(`http://${CREDENTIALS_IN_URL}@127.0.0.1:${upstream.port}`, `http://${HIDDEN}:80`)
  upstream.answer = response => answerJson(response, 403, { error: { message: `s@cret may not go to ${HIDDEN}` } })
  expect((await (await chat()).json()).error.message).toStartWith('*** may not go to ***')
})

test('a proxy with an untrusted certificate is not used', async () => {
  const { stop, ...strict } = await startGateway()
  const proxy = `https://${CREDENTIALS_IN_URL}@127.0.0.1:${proxies.https.port}`
  const setting = JSON.stringify({ proxy })
  await strict.makeChannel({ models: 'm-1', base_url: `http://${HIDDEN}:${upstream.port}`, setting })
  await strict.setOption('ModelRatio', '{"m-1":1}')
  const response = await chat({}, undefined, strict.url, (await strict.makeToken()).bearer)
  expect((await response.json()).error.message).toContain('is not trusted')
  expect(proxies.https.asked).toEqual([])
  await stop()
})
