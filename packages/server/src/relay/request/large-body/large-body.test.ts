import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../../test/support/wire-upstream.ts'

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  const message = { role: 'assistant', content: 'Yes.' }
  upstream = startWireUpstream(() => ({ id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'm' })
  await gateway.setOption('ModelRatio', JSON.stringify({ m: 1 }))
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const post = (body: BodyInit, encoding?: string, path = '/v1/chat/completions'): Promise<Response> =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, ...(encoding && { 'content-encoding': encoding }) },
    body,
  })

const codeOf = async (response: Response) => [response.status, (await response.json()).error?.code]

/** Half a million characters, in one script or two. */
const long = (word: string) => `{"model":"m","messages":[{"role":"user","content":"${word.repeat(100_000)}"}]}`
const LATIN = long('Hello ')
const MIXED = long('你好 – ')

test.each<[what: string, text: string, body: BodyInit, encoding: string]>([
  ['plain', LATIN, LATIN, 'identity'],
  ['in other scripts', MIXED, MIXED, 'identity'],
  ['gzipped', MIXED, gzipSync(MIXED), 'gzip'],
  ['packed by brotli', LATIN, brotliCompressSync(LATIN), 'br'],
])('a large body goes on as it came: %s', async (_what, text, body, encoding) => {
  const response = await post(body, encoding)
  expect(response.status).toBe(200)
  expect(upstream.requests.at(-1)?.body).toBe(text)
  const [row] = await gateway.logsOf(response)
  expect(row?.prompt_tokens).toBeGreaterThan(50_000)
})

test('a body of many megabytes is passed on unchanged', async () => {
  for (const word of ['Hello ', 'ab😀c', 'é – ']) {
    const text = `{"model":"m","messages":[{"role":"user","content":"${word.repeat(9_000_001 / word.length)}"}]}`
    expect((await post(text)).status).toBe(200)
    expect(upstream.requests.at(-1)?.body === text).toBe(true)
  }
})

test('a body whose beginning is too complex is refused before the rest arrives', async () => {
  const members = Buffer.from(`{"model":"m","x":{${'"a":1,'.repeat(800_000)}`)
  let isAsked = 0
  const stalled = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isAsked++ === 0) controller.enqueue(members)
      else return new Promise<void>(() => undefined)
    },
  })
  expect(await codeOf(await post(stalled))).toEqual([400, 'body_too_complex'])
})

test('threads that inspect bodies leave the processor to calls', async () => {
  await post(LATIN)
  if (process.platform !== 'linux') return
  const niceness = readdirSync('/proc/self/task').map(id => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })
  expect(niceness.filter(nice => nice === 10).length).toBeGreaterThan(0)
  expect(getPriority()).toBeLessThan(10)
})

test('a large body is converted', async () => {
  const text = long('Hello ').replace('{"model"', '{"max_tokens":9,"model"')
  expect((await post(text, undefined, '/v1/messages')).status).toBe(200)
  expect(upstream.requests.at(-1)?.body).toContain('Hello Hello')
})

test('a body is refused if it would become too complex by its conversion', async () => {
  const asked = upstream.requests.length
  for (const contents of [Array(20_001).fill('Hi'), [{ role: 'user', parts: Array(20_000).fill({}) }]]) {
    const response = await post(JSON.stringify({ contents }), undefined, '/v1beta/models/m:generateContent')
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain('20,000 messages and parts')
  }
  const parts = Array(19_000).fill({ functionCall: { name: 'look' } })
  const text = JSON.stringify({ contents: [{ role: 'model', parts }] })
  const response = await post(text, undefined, '/v1beta/models/m:generateContent')
  expect([response.status, (await response.json()).error.message]).toEqual([
    400,
    expect.stringContaining('50,000 names'),
  ])
  expect(upstream.requests.length).toBe(asked)
})

test('a large body leaves out what its client may not choose, like a small one', async () => {
  const text = long('Hello there, ').replace('{"model"', '{"provider":{"order":["x"]},"model"')
  const response = await post(text)
  expect(response.status).toBe(200)
  expect(response.headers.get('x-tollgate-losses')).toContain('provider')
  expect(upstream.requests.at(-1)?.body === text.replace('"provider":{"order":["x"]},', '')).toBe(true)
})

test('a member that is read at once may not be long', async () => {
  const asked = upstream.requests.length
  for (const name of ['metadata', 'stream_options', 'n', 'reasoning']) {
    const response = await post(LATIN.replace('"model"', `"${name}":"${'a'.repeat(1_100_000)}","model"`))
    expect([response.status, (await response.json()).error.message]).toEqual([
      400,
      expect.stringContaining(`over 1 MiB in ${name}`),
    ])
  }
  expect(upstream.requests.length).toBe(asked)
  expect((await post(LATIN.replace('"model"', `"metadata":"${'a'.repeat(1_000_000)}","model"`))).status).toBe(200)
})

test('a large body is refused for the same reasons as a small one', async () => {
  const asked = upstream.requests.length
  expect(await codeOf(await post(long('test_sensitive ')))).toEqual([400, 'sensitive_words_detected'])
  expect(await codeOf(await post(LATIN.slice(0, -1)))).toEqual([400, 'body_not_json'])
  expect(await codeOf(await post(LATIN.replace('"messages"', '"model":"n","messages"')))).toEqual([
    400,
    'member_ambiguous',
  ])
  expect(await codeOf(await post(Buffer.alloc(400_000, 0xff)))).toEqual([400, 'body_not_decodable'])
  expect(await codeOf(await post(gzipSync(Buffer.alloc(70 * 2 ** 20, 0x20)), 'gzip'))).toEqual([413, 'body_too_large'])
  expect(await codeOf(await post(Buffer.alloc(400_000, 1), 'gzip'))).toEqual([400, 'body_not_decodable'])
  expect(upstream.requests.length).toBe(asked)
})
