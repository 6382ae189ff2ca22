import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startServer } from '../../start/start-server.ts'
import { readEnvironment, StartError } from '../process/environment.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** The status of a request sent byte by byte. */
function statusOf(request: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answer = ''
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(request))
  socket.on('data', data => {
    answer += data.toString('latin1')
  })
  socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])))
  socket.on('error', reject)
  return promise
}

const head = (line: string, host = 'gateway') => `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
const lines = [
  'GET /',
  'GET /api/status',
  'GET /v1/models',
  'GET /v1/unknown',
  'POST /v1/chat/completions',
  'POST /v1beta/models/m:generateContent',
]
const hosts = ['a b', '[::', '%', 'a:99999', 'a/b@c', '', 'a, b', 'a\r\nHost: b', 'a\r\nhost: a']

test.each(lines.flatMap(line => hosts.map(host => [line, host] as const)))('%s at the host %j', async (line, host) => {
  expect(await statusOf(`${head(line, host)}Content-Length: 2\r\n\r\n{}`)).toBe(400)
})

test.each([
  'GET /%00',
  'GET /assets/a%00.js',
  'GET /api/%00',
  'GET /v1/models/%00',
  'CONNECT example.com:443',
  'CONNECT /',
])('%s is not a request', async line => {
  expect(await statusOf(`${head(line)}\r\n`)).toBe(400)
})

test('a name too long for a file gets the console’s own answer', async () => {
  expect(await statusOf(`${head(`GET /${'a'.repeat(5_000)}`)}\r\n`)).toBe(await statusOf(`${head('GET /')}\r\n`))
})

test.each(['999.1.1.1', '203.0.113.1', '::zz', 'no such host'])('HOST=%s is explained in one sentence', async host => {
  const starting = startServer(
    readEnvironment({ PORT: '0', HOST: host, DATA_DIR: '/nowhere', LOG_LEVEL: 'silent', WARM_UP_CALLS: '0' }),
    async () => Promise.resolve({ relay: {} } as never),
  )
  await expect(starting).rejects.toThrow(
    new StartError(`HOST is ${host}, which is no address of this machine. Leave it out to listen on all of them.`),
  )
})
