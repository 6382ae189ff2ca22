import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { ROLE } from '@tollgate/contract'
import { signUp, startGateway, type TestGateway } from '../../test/support/gateway.ts'
import { type HeldUpstream, startHeldUpstream } from '../../test/support/held-upstream.ts'
import { until } from '../../test/support/until.ts'
import { credit } from '../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../start/build-app-context.ts'

/** The most concurrent calls of the gateway, and of one user. */
const CAPACITY = 40
const USER_PERCENT = 50

let held: HeldUpstream
let gateway: TestGateway
let app: RunningApp
/** Keys of two users. */
let noisy: string
let quiet: string

beforeAll(async () => {
  held = await startHeldUpstream()
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  await gateway.makeChannel({ base_url: held.url, models: 'held' })
  await gateway.setOption('ModelRatio', '{"held":1}')
  await gateway.setOption('connection_setting.total', CAPACITY)
  noisy = (await gateway.makeToken()).bearer
  const user = await signUp({ db: app.db }, ROLE.user)
  await credit(app.db, { userId: user.id, amount: 100_000_000, reference: `grant:test:${user.id}`, now: app.now() })
  const [token] = await user.consoleCall<{ key: string }[]>(gateway.url, 'POST', '/api/token/', {
    name: 'quiet',
    unlimited_quota: true,
  })
  quiet = `sk-${token?.key}`
})
afterAll(async () => {
  await gateway.stop()
  await held.stop()
})
beforeEach(() => gateway.setOption('connection_setting.user_percent', 100))

const call = (bearer: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'held', messages: [{ role: 'user', content: 'Hello' }] }),
  })

interface Wave {
  refused: Response[]
  answered(): Promise<number>
}

/** Makes many calls at once; every refusal comes while the others still run. */
async function wave(bearers: readonly string[], admitted: number): Promise<Wave> {
  const refused: Response[] = []
  const answers = bearers.map(async bearer => {
    const response = await call(bearer)
    if (response.status !== 200) refused.push(response)
    await response.text()
    return response.status
  })
  await until(
    async () => [held.held(), refused.length],
    ([running, turnedAway]) => running === admitted && turnedAway === bearers.length - admitted,
  )
  return {
    refused,
    async answered() {
      held.goOn()
      return (await Promise.all(answers)).filter(status => status === 200).length
    },
  }
}

test.each([1, 2, 3])(
  'at %d times its capacity, the gateway serves all it can and refuses the rest at once',
  async times => {
    const { refused, answered } = await wave(Array(CAPACITY * times).fill(noisy), CAPACITY)
    for (const response of refused) {
      expect([429, 503]).toContain(response.status)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await answered()).toBe(CAPACITY)
    expect([...app.relay.inFlight.calls()]).toEqual([])
  },
)

test('a user who makes three times as many calls as fit leaves room for another user', async () => {
  await gateway.setOption('connection_setting.user_percent', USER_PERCENT)
  const share = (CAPACITY * USER_PERCENT) / 100
  const flood = await wave(Array(CAPACITY * 3).fill(noisy), share)
  const others = Array.from({ length: 5 }, () => call(quiet))
  await until(
    async () => held.held(),
    running => running === share + others.length,
  )
  for (const { status } of flood.refused) expect([429, 503]).toContain(status)
  expect(await flood.answered()).toBe(share)
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200))
})
