import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'

/** Each needs one of the gateway's 256 descriptors. */
const DESCRIPTORS = 256
const IDLE_SOCKETS = 2_000
/** All of 127.0.0.0/8 can be a client's address here. */
const STRANGER = '127.0.0.66'
const PATIENCE_MS = 30_000

let database: TestDatabase
let gateway: GatewayProcess
let upstream: EvilUpstream
let operator: Operator
let bearer: string
let port: number

beforeAll(async () => {
  const [sqlite] = databases()
  if (!sqlite) throw new Error('SQLite is always there')
  database = await sqlite.open()
  upstream = await startEvilUpstream()
  port = await freePort()
  gateway = await startGatewayProcess(database.place, port, { descriptors: DESCRIPTORS })
  operator = await setUpGateway(gateway.url)
  await operator.makeChannel({ base_url: upstream.url, models: 'good,hangs,goes-silent' })
  await operator.setOption('ModelRatio', '{"good":1,"hangs":1,"goes-silent":1}')
  await operator.setOption('connection_setting.body_seconds', '0.4')
  bearer = (await operator.makeToken()).bearer
}, 60_000)

afterAll(async () => {
  await gateway.kill()
  await upstream.stop()
  await database.close()
})

/** A raw connection: what it received so far, and whether it is closed. */
interface Raw {
  socket: Socket
  received: string
  isOver: boolean
}

function open(text: string, from = '127.0.0.1'): Raw {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const raw: Raw = { socket, received: '', isOver: false }
  socket.on('connect', () => socket.write(text))
  socket.on('data', data => {
    raw.received += data
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    raw.isOver = true
  })
  return raw
}

const ends = (raw: Raw, patienceMs = PATIENCE_MS) =>
  until(
    async () => raw.isOver,
    isOver => isOver,
    patienceMs,
  )

const statusOf = ({ received }: Raw): number => Number(received.split(' ')[1] ?? 0)

const BODY = JSON.stringify({ model: 'good', messages: [{ role: 'user', content: 'Hello '.repeat(500) }] })

function head(path: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'gateway', 'content-type': 'application/json', ...headers })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

const keyed = () => ({ authorization: `Bearer ${bearer}` })
const CHAT = '/v1/chat/completions'

/** Sends a piece at every tick until the connection is closed. */
function drip(raw: Raw, pieces: Iterator<string>, everyMs: number): void {
  const timer = setInterval(() => {
    const { value, done } = pieces.next()
    if (done || raw.isOver) return clearInterval(timer)
    raw.socket.write(value)
  }, everyMs)
}

function* inPieces(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

function* forEver(text: string): Generator<string> {
  for (;;) yield text
}

describe('an unauthenticated caller', () => {
  test.each([
    ['a relay path', CHAT],
    ['Messages', '/v1/messages'],
    ['Gemini', '/v1beta/models/good:generateContent'],
    ['a form', '/v1/audio/transcriptions'],
    ['a path that is not there', '/v1/nothing'],
    ['the console', '/api/channel/'],
  ])('gets an answer on %s without waiting for the body, and the connection is closed', async (_, path) => {
    const raw = open(`${head(path, { 'content-length': 1_000_000 })}{"model"`)
    await ends(raw)
    expect([401, 404]).toContain(statusOf(raw))
    expect(raw.received.toLowerCase()).toContain('connection: close')
  })

  test('is refused even in the middle of a large body', async () => {
    const answer = await fetch(gateway.url + CHAT, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-wrong' },
      body: 'x'.repeat(4_000_000),
    })
    expect(answer.status).toBe(401)
    await answer.text()
  })

  test('may send a public console call of 64 KiB, no more', async () => {
    const raw = open(`${head('/api/user/login', { 'content-length': 65_537 })}{`)
    await ends(raw)
    expect(statusOf(raw)).toBe(413)
  })
})

describe('a body', () => {
  const begun = `${head(CHAT, { authorization: 'KEY', 'content-length': 100_000 })}{"model":"good",`
  const chunked = `${head(CHAT, { authorization: 'KEY', 'transfer-encoding': 'chunked' })}10\r\n{"model":"good",\r\n`
  const small = `${head(CHAT, { authorization: 'KEY', 'content-length': 100 })}{"model":"good",`
  const packed = `${head(CHAT, { authorization: 'KEY', 'content-length': 100_000, 'content-encoding': 'gzip' })}x`
  const form = `${head('/v1/audio/transcriptions', {
    authorization: 'KEY',
    'content-length': 100_000,
    'content-type': 'multipart/form-data; boundary=b',
  })}--b\r\n`
  const console = `${head('/api/user/login', { 'content-length': 1_000 })}{`
  const bodies: [string, string][] = [
    ['of known length', begun],
    ['in chunks', chunked],
    ['that is small', small],
    ['that is packed', packed],
    ['that is a form', form],
    ['of the console', console],
  ]

  test.each(bodies)('%s that never ends is cut off with 408', async (_, text) => {
    const raw = open(text.replace('KEY', `Bearer ${bearer}`))
    await ends(raw)
    expect(statusOf(raw)).toBe(408)
  })

  test.each(bodies.filter(([, text]) => text !== chunked))('%s that drips is cut with 408', async (_, text) => {
    const raw = open(text.replace('KEY', `Bearer ${bearer}`))
    drip(raw, forEver(' '), 50)
    await ends(raw)
    expect(statusOf(raw)).toBe(408)
  })

  test('that is slow but steady arrives, though it takes many times the limit', async () => {
    const raw = open(head(CHAT, { ...keyed(), 'content-length': BODY.length, connection: 'close' }))
    const pieces = 60
    drip(raw, inPieces(BODY, Math.ceil(BODY.length / pieces)), 40)
    await ends(raw)
    expect(statusOf(raw)).toBe(200)
  })
})

test('headers that never end are cut off, silent or dripping', async () => {
  const begun = 'GET /v1/models HTTP/1.1\r\nhost: gateway\r\n'
  const [silent, half, dripping] = [open(''), open(begun), open(`${begun}x: `)]
  drip(dripping, forEver('a'), 1_000)
  for (const raw of [silent, half, dripping]) await ends(raw)
  expect([silent, half, dripping].map(({ received }) => received)).toEqual(['', '', ''])
}, 60_000)

test('one address holds no more than its share of connections, and others keep theirs', async () => {
  const [share, theirs] = [20, 50]
  await operator.setOption('connection_setting.per_address', share)
  const begun = 'GET /v1/models HTTP/1.1\r\nhost: g\r\n'
  const others = Array.from({ length: share }, () => open(begun, '127.0.0.77'))
  const crowd = Array.from({ length: theirs }, () => open(begun, STRANGER))
  const closed = (all: Raw[]) => all.filter(({ isOver }) => isOver).length
  await until(
    async () => closed(crowd),
    count => count >= theirs - share,
    PATIENCE_MS,
  )
  expect([closed(crowd), closed(others)]).toEqual([theirs - share, 0])
  for (const { socket } of [...crowd, ...others]) socket.destroy()
  await operator.setOption('connection_setting.per_address', 512)
}, 60_000)

describe(`with ${IDLE_SOCKETS} idle sockets on ${DESCRIPTORS} descriptors`, () => {
  const crowd: Raw[] = []
  afterAll(() => {
    for (const { socket } of crowd) socket.destroy()
  })

  test('an operator still signs in, a running stream continues, and new calls are answered', async () => {
    const running = await fetch(gateway.url + CHAT, {
      method: 'POST',
      headers: keyed(),
      body: JSON.stringify({ model: 'goes-silent', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    const reader = running.body?.getReader()
    await reader?.read()

    for (let count = 0; count < IDLE_SOCKETS; count++)
      crowd.push(open('GET /v1/models HTTP/1.1\r\nhost: g\r\n', STRANGER))
    const signIn = () =>
      fetch(`${gateway.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'root', password: 'correct horse' }),
      }).then(
        answer => answer.status,
        () => 0,
      )
    await until(signIn, status => status === 200, PATIENCE_MS)
    const call = () =>
      fetch(gateway.url + CHAT, { method: 'POST', headers: keyed(), body: BODY }).then(
        answer => answer.status,
        () => 0,
      )
    await until(call, status => status === 200, PATIENCE_MS)
    await until(
      async () => crowd.filter(({ isOver }) => isOver).length,
      closed => closed > IDLE_SOCKETS / 2,
      PATIENCE_MS,
    )
    upstream.breakOff()
    const rest = await reader?.read()
    expect(new TextDecoder().decode(rest?.value)).toContain('upstream_broke_off')
  }, 60_000)
})
