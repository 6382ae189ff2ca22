import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther, User } from '@tollgate/contract'
import {
  type BehaviourName,
  type EvilUpstream,
  REPORTED,
  startEvilUpstream,
} from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'

let upstream: EvilUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  const behaviours: BehaviourName[] = ['goes-silent', 'half-frame', 'holds-last-word', 'hangs', 'endless']
  const models = behaviours.map(modelOf)
  await gateway.makeChannel({ base_url: upstream.url, models: models.join(',') })
  await gateway.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map(model => [model, 1]))))
  await gateway.setOption('CompletionRatio', JSON.stringify(Object.fromEntries(models.map(model => [model, 4]))))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** A model that shows all its output. */
const modelOf = (behaviour: BehaviourName) => `gpt-4x-${behaviour}`

const balance = async (): Promise<number> => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota

/** Calls, leaves after `bytes`, and returns the outcome once the upstream has noticed. */
async function leave(behaviour: BehaviourName, bytes: number) {
  const before = await balance()
  const { hungUp, requests } = upstream
  const asked = requests.length
  const id = crypto.randomUUID()
  const controller = new AbortController()
  const calling = fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
    body: JSON.stringify({ model: modelOf(behaviour), stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    signal: controller.signal,
  }).catch(() => null)
  await until(
    async () => requests.length,
    sent => sent > asked,
  )
  if (bytes > 0) {
    const reader = (await calling)?.body?.getReader()
    for (let read = 0; read < bytes; ) read += (await reader?.read())?.value?.length ?? 0
  }
  controller.abort()
  await until(
    async () => upstream.hungUp,
    after => after === hungUp + 1,
  )
  const rows = await until(
    () => gateway.logsOf(id),
    found => found.length > 0,
  )
  return { rows, paid: before - (await balance()) }
}

const otherOf = (row: Log | undefined): LogOther => JSON.parse(row?.other ?? '{}')

describe('a client that leaves', () => {
  test.each<[moment: string, model: BehaviourName, bytes: number]>([
    ['after the first byte', 'goes-silent', 1],
    ['in the middle of an event', 'half-frame', 1],
    ['in the middle of a flood', 'endless', 200_000],
  ])('%s ends the call upstream and pays once for what was produced until then', async (_, model, bytes) => {
    const { rows, paid } = await leave(model, bytes)
    expect(rows).toHaveLength(1)
    expect(otherOf(rows[0])).toMatchObject({ client_gone: true, usage_source: 'estimated' })
    expect(rows[0]?.quota).toBeGreaterThan(0)
    expect(paid).toBe(rows[0]?.quota ?? 0)
  })

  test('just before the last event pays the reported usage once', async () => {
    const { rows, paid } = await leave('holds-last-word', 100)
    expect(rows).toMatchObject([{ type: 2, quota: REPORTED.prompt_tokens + REPORTED.completion_tokens * 4 }])
    expect(otherOf(rows[0]).client_gone).toBe(true)
    expect(paid).toBe(rows[0]?.quota ?? 0)
  })

  test('before its answer begins pays once for the sent prompt', async () => {
    const { rows, paid } = await leave('hangs', 0)
    expect(rows).toMatchObject([{ type: 2, completion_tokens: 0 }])
    expect(otherOf(rows[0])).toMatchObject({
      client_gone: true,
      charge_rule: { ended_by: 'client_before', known: 'nothing', charged: 'prompt' },
    })
    expect(paid).toBe(rows[0]?.prompt_tokens ?? 0)
    expect(paid).toBeGreaterThan(0)
  })
})
