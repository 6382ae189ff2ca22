import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../../test/support/held-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { makeProbes } from './probe.ts'

const well = { askDatabase: async () => 1, isLedgerInTrouble: () => false, isDraining: () => false }
const answerOf = async (response: Response) => [response.status, await response.json()]

test('a process that can serve calls is ready', async () => {
  const { healthz, readyz } = makeProbes(well)
  expect(await answerOf(healthz())).toEqual([200, { status: 'alive' }])
  expect(await answerOf(await readyz())).toEqual([
    200,
    { status: 'ready', database: true, ledger: true, draining: false },
  ])
})

test.each([
  ['the database does not answer', { askDatabase: () => new Promise(() => undefined) }, { database: false }],
  ['the database fails', { askDatabase: () => Promise.reject(new Error('away')) }, { database: false }],
  ['the ledger waits for it', { isLedgerInTrouble: () => true }, { ledger: false }],
  ['it stops', { isDraining: () => true }, { draining: true }],
] as const)('it lives but is not ready while %s', async (_, broken, said) => {
  const { healthz, readyz } = makeProbes({ ...well, ...broken })
  expect(healthz().status).toBe(200)
  const [status, body] = await answerOf(await readyz())
  expect([status, body]).toEqual([503, expect.objectContaining({ status: 'not ready', ...said })])
})

test('many concurrent checks are one query to the database', async () => {
  let asked = 0
  const { readyz } = makeProbes({ ...well, askDatabase: async () => ++asked })
  await Promise.all(Array.from({ length: 50 }, readyz))
  expect(asked).toBe(1)
})

const [sqlite] = databases()

describe('a running gateway', () => {
  let gateway: TestGateway
  let held: HeldUpstream
  beforeAll(async () => {
    if (!sqlite) throw new Error('no database to test on')
    held = await startHeldUpstream()
    gateway = await startGateway()
  })
  afterAll(() => held.stop())

  test('is alive and ready, and while it drains alive and not ready', async () => {
    const ask = (path: string) => fetch(gateway.url + path).then(({ status }) => status)
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 200])
    expect(await fetch(`${gateway.url}/readyz`, { method: 'POST' }).then(({ status }) => status)).toBe(404)

    await gateway.makeChannel({ base_url: held.url, models: 'held' })
    await gateway.setOption('ModelRatio', JSON.stringify({ held: 1 }))
    const { bearer } = await gateway.makeToken()
    const call = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'held', messages: [{ role: 'user', content: 'wait' }] }),
    })
    await until(
      async () => held.held(),
      waiting => waiting === 1,
    )
    const stopped = gateway.stop()
    expect([await ask('/readyz'), await ask('/healthz')]).toEqual([503, 200])
    held.goOn()
    expect((await call).status).toBe(200)
    await stopped
  })
})
