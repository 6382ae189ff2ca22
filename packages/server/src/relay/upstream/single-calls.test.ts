import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type SingleCallHost, singleCalls, startSingleCallHost } from '../../../test/support/single-calls/index.ts'

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  const prices = singleCalls.filter(({ charged }) => !charged).map(({ model }) => [model, 0.01])
  await gateway.setOption('ModelPrice', JSON.stringify(Object.fromEntries(prices)))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

describe.each(singleCalls)('$name', line => {
  const { type, key, other = '', model, call, hears, failure } = line
  let host: SingleCallHost
  let channelId: number

  beforeAll(async () => {
    host = startSingleCallHost(line)
    channelId = (await gateway.makeChannel({ type, key, other, base_url: host.url, models: model })).id
  })
  beforeEach(() => {
    host.requests.length = 0
    host.script = {}
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await host.stop()
  })

  const ask = () =>
    fetch(gateway.url + call.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: call.body instanceof FormData ? call.body : JSON.stringify({ model, ...call.body }),
    })

  test('is asked in its own words, and understood', async () => {
    const response = await ask()
    const heard = await read(response)
    expect([response.status, heard]).toEqual([200, asHeard(hears)])
    expect(response.headers.get('x-tollgate-losses')).toEqual(line.losses ? expect.stringContaining(line.losses) : null)
    expect(host.requests.length).toBe(1 + (line.task?.answers.length ?? 0))
  })

  test('is charged for what was made', async () => {
    const response = await ask()
    await response.arrayBuffer()
    const [row] = await gateway.logsOf(response)
    if (line.charged) expect(row).toMatchObject(line.charged)
    else expect(row?.quota).toBe(5000 * (line.units ?? 1))
  })

  const failures = failure ? [failure] : []
  test.each(failures)(
    'a failure at status 200 is a failure, and free: $message',
    async ({ answer, status, message }) => {
      host.script = { answer }
      const response = await ask()
      const { error } = (await response.json()) as { error: { message: string } }
      expect([response.status, error.message]).toEqual([status, expect.stringContaining(message)])
      const rows = await gateway.logsOf(response)
      expect(rows.map(({ quota }) => quota).filter(quota => quota !== 0)).toEqual([])
    },
  )

  test('no part of its key is told when it repeats it', async () => {
    const parts = key.split(/[|.]/).filter(part => part.length >= 8)
    host.script = { answer: { error: { message: `wrong key: ${parts.join(' and ')}` } } }
    const told = await (await ask()).text()
    for (const part of parts) expect(told).not.toContain(part)
    expect(told).toContain('***')
  })

  test.each([{}, { data: [] }, { output: {} }, { result: null, success: true, errors: [] }])(
    'an answer without anything in it is no answer: %j',
    async answer => {
      host.script = { answer }
      const response = await ask()
      await response.arrayBuffer()
      const [row] = await gateway.logsOf(response)
      expect(row?.quota ?? 0).toBe(0)
    },
  )
})

/** JSON, or what kind of bytes it is. */
async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  return { type, bytes: [...(await response.bytes())] }
}

/** Members an answer has besides do not count. */
const asHeard = (hears: unknown): unknown =>
  typeof hears === 'object' && hears !== null && 'bytes' in hears ? hears : expect.objectContaining(hears as object)
