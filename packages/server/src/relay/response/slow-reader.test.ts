import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { connectionsOf } from '../../../test/support/workers-of.ts'

const MIB = 1024 * 1024
/** The most memory for an answer in flight: both sockets' buffers and a few copies, whatever the upstream sends. */
const BOUND_MIB = 100
const HUGE = 500 * MIB
const LIMIT_SECONDS = 1
const PATIENCE_MS = 30_000

let database: TestDatabase
let gateway: GatewayProcess
let operator: Operator
let bearer: string
let server: Server
let port: number
/** For the last answer: the bytes the upstream could send, and whether the gateway ended it. */
let sent = 0
let isHungUp = false

const event = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const PIECE = event({ content: 'word '.repeat(3_000) })

async function stream(response: ServerResponse, bytes: number): Promise<void> {
  response.setMaxListeners(0).writeHead(200, { 'content-type': 'text/event-stream' })
  while (sent < bytes && !response.destroyed) {
    sent += PIECE.length
    if (!response.write(PIECE)) await new Promise(resolve => response.once('drain', resolve).once('close', resolve))
  }
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', text => {
      body += text
    })
    request.on('end', () => {
      sent = 0
      isHungUp = false
      response.on('close', () => {
        if (!response.writableEnded) isHungUp = true
      })
      const { model } = JSON.parse(body) as { model: string }
      if (model === 'gpt-4x-huge') return stream(response, HUGE)
      if (model === 'gpt-4x-large') return stream(response, 16 * MIB)
      const message = { role: 'assistant', content: 'word '.repeat(6 * MIB) }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const [sqlite] = databases()
  if (!sqlite) throw new Error('SQLite is always there')
  database = await sqlite.open()
  port = await freePort()
  gateway = await startGatewayProcess(database.place, port)
  operator = await setUpGateway(gateway.url)
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await operator.makeChannel({ base_url, models: 'gpt-4x-huge,gpt-4x-large,gpt-4x-whole' })
  await operator.setOption('ModelRatio', '{"gpt-4x-huge":0.001,"gpt-4x-large":0.001,"gpt-4x-whole":0.001}')
  await operator.setOption('connection_setting.unread_seconds', LIMIT_SECONDS)
  bearer = (await operator.makeToken()).bearer
}, 60_000)

afterAll(async () => {
  await gateway.kill()
  server.closeAllConnections()
  server.close()
  await database.close()
})

function consoleCall(path: string, model: string, isStream: boolean) {
  const id = crypto.randomUUID()
  const body = JSON.stringify({ model, stream: isStream, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] })
  const socket = connect(port, '127.0.0.1').setMaxListeners(0)
  const client = { id, socket, heard: 0, last: '', isOver: false }
  socket.on('connect', () =>
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: g\r\nauthorization: Bearer ${bearer}\r\nx-request-id: ${id}\r\n` +
        `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
  )
  socket.on('data', data => {
    client.heard += data.length
    client.last = (client.last + data.toString('latin1')).slice(-40)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    client.isOver = true
  })
  return client
}

const comes = (isThere: () => boolean) => until(async () => isThere(), Boolean, PATIENCE_MS)

function peakMib(): number {
  const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

/** Counts client connections only, not those to upstreams. */
const clientSockets = () => connectionsOf(gateway.pid, Number(new URL(gateway.url).port))

const logOf = (id: string) =>
  until(
    () => operator.logsOf(id),
    logs => logs.length > 0,
    PATIENCE_MS,
  )

test.each([
  ['in its own format', '/v1/chat/completions'],
  ['converted', '/v1/messages'],
])(
  'a client that stops reading holds the upstream back, is cut and pays as one that left: %s',
  async (_, path) => {
    const before = peakMib()
    const client = consoleCall(path, 'gpt-4x-huge', true)
    await comes(() => client.heard > 0)
    client.socket.pause()
    await comes(() => isHungUp)
    expect(sent).toBeLessThan(HUGE / 4)
    const [log] = await logOf(client.id)
    expect(JSON.parse(String(log?.other))).toMatchObject({ client_gone: true })
    expect(log?.quota).toBeGreaterThan(0)
    expect(peakMib() - before).toBeLessThan(BOUND_MIB)
    client.socket.destroy()
  },
  60_000,
)

test('a client that reads slowly but steadily gets everything', async () => {
  const client = consoleCall('/v1/chat/completions', 'gpt-4x-large', true)
  const timer = setInterval(() => {
    client.socket.resume()
    client.socket.once('data', () => client.socket.pause())
  }, 80)
  await comes(() => client.isOver)
  clearInterval(timer)
  expect(client.heard).toBeGreaterThan(16 * MIB)
  expect(client.last).toContain('[DONE]')
  const [log] = await logOf(client.id)
  expect(JSON.parse(String(log?.other)).client_gone).toBeUndefined()
}, 60_000)

test('a whole response that its client does not read does not keep the connection open', async () => {
  const before = clientSockets()
  const client = consoleCall('/v1/chat/completions', 'gpt-4x-whole', false)
  await comes(() => client.heard > 0)
  client.socket.pause()
  await comes(() => clientSockets() <= before)
  client.socket.resume()
  await comes(() => client.isOver)
  expect(client.heard).toBeLessThan(30 * MIB)
}, 60_000)
