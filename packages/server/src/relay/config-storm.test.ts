import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import { type EvilUpstream, REPORTED, startEvilUpstream } from '../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../test/support/held-upstream.ts'
import { until } from '../../test/support/until.ts'

let evil: EvilUpstream
let held: HeldUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  evil = await startEvilUpstream()
  held = await startHeldUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: held.url, models: 'held' })
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await evil.stop()
  await held.stop()
})

const call = (model: string, stream: boolean) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
  })

const VERSIONS = [1, 2, 4, 5, 8, 10, 20, 25]
const EDITS = 80
const AT_A_TIME = 8

test('while prices and channels keep changing, every call has one price and is charged by it', async () => {
  const channel = await gateway.makeChannel({ base_url: evil.url, models: 'good' })
  await gateway.setOption('ModelRatio', '{"good":1,"held":1}')
  let isStorming = true
  let edits = 0
  const storm = async () => {
    for (; edits < EDITS; edits++) {
      const version = VERSIONS[edits % VERSIONS.length] ?? 1
      await gateway.setOption('ModelRatio', JSON.stringify({ good: version, held: 1 }))
      await gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, name: `edit ${edits}`, weight: edits % 7 })
    }
    isStorming = false
  }
  const statuses: number[] = []
  const load = async () => {
    while (isStorming) {
      const response = await call('good', statuses.length % 2 === 0)
      await response.text()
      statuses.push(response.status)
    }
  }
  await Promise.all([storm(), ...Array.from({ length: AT_A_TIME }, load)])
  expect(new Set(statuses)).toEqual(new Set([200]))
  const rows = await allRows(statuses.length)
  const seen = new Set<number>()
  for (const { other, quota } of rows) {
    const { model_ratio = 0, completion_ratio = 0, group_ratio = 1 } = JSON.parse(other) as LogOther
    seen.add(model_ratio)
    expect(VERSIONS).toContain(model_ratio)
    const { prompt_tokens, completion_tokens } = REPORTED
    expect(quota).toBe(Math.round((prompt_tokens + completion_tokens * completion_ratio) * model_ratio * group_ratio))
  }
  expect(seen.size).toBeGreaterThan(1)
}, 60_000)

test('a call keeps its first price, however often prices change while it runs', async () => {
  await gateway.setOption('ModelRatio', '{"held":3}')
  const answer = call('held', true)
  await until(
    async () => held.held(),
    running => running === 1,
  )
  for (const ratio of [5, 7, 11]) await gateway.setOption('ModelRatio', JSON.stringify({ held: ratio }))
  held.goOn()
  await (await answer).text()
  const [row] = await gateway.logsOf(await answer)
  expect((JSON.parse(row?.other ?? '{}') as LogOther).model_ratio).toBe(3)
})

async function allRows(count: number): Promise<Log[]> {
  const rows: Log[] = []
  for (let p = 1; rows.length < count; p++) {
    const { items } = await gateway.consoleCall<Page<Log>>(
      'GET',
      `/api/log/?type=2&model_name=good&p=${p}&page_size=100`,
    )
    if (items.length === 0) break
    rows.push(...items)
  }
  expect(rows).toHaveLength(count)
  return rows
}
