import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type LogOther, ROLE, TOKEN_STATUS, type Token } from '@tollgate/contract'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { type EpayProvider, startEpayProvider } from '../../test/support/epay-provider.ts'
import { type EvilUpstream, startEvilUpstream } from '../../test/support/evil-upstream.ts'
import { setUpGateway, signUp } from '../../test/support/gateway.ts'
import { type GatewayProcess, mortalGateway, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { type HeldUpstream, startHeldUpstream } from '../../test/support/held-upstream.ts'
import { untilEachNoted } from '../../test/support/noted.ts'
import { until } from '../../test/support/until.ts'
import { audit } from '../money/ledger/audit.ts'

const STEPS = Number(process.env.SIMULATION_CALL_STEPS ?? 15)
const SEED = Number(process.env.SIMULATION_SEED ?? 20_261_121)

const EVENTS = [
  ...(['request', 'request', 'begin a stream', 'begin a stream', 'end the streams', 'cancel', 'refund'] as const),
  ...(['redeem', 'top up', 'change the balance', 'change the price', 'edit a token', 'disable a token'] as const),
  'crash',
] as const
interface Event {
  what: (typeof EVENTS)[number]
  amount: number
  /** Chooses among nodes, tokens, streams, codes and orders. */
  which: number
}
const event = record<Event>({
  what: constantFrom(...EVENTS),
  amount: integer({ min: 1, max: 20 }),
  which: integer({ min: 0, max: 1_000_000 }),
})
/** Events of one moment, all concurrent. */
const step = array(event, { minLength: 1, maxLength: 6 })

interface Node {
  port: number
  running: GatewayProcess
}

interface Call {
  /** The prices that may have been agreed for it. */
  prices: Set<number>
  node: Node
  /** The client has received the response's head. */
  hasBegun: boolean
  became: 'running' | 'answered' | 'refused' | 'cancelled' | 'lost'
  leave: AbortController
}

/** The log rows of a call, by its result. */
const ROWS: Record<Call['became'], number[]> = {
  running: [],
  answered: [LOG_TYPE.consume],
  refused: [],
  cancelled: [LOG_TYPE.consume],
  lost: [LOG_TYPE.error],
}

const HELLO = [{ role: 'user', content: 'Hello' }]
const CODES = 10
const CODE_QUOTA = 3_000
const QUOTA_PER_DOLLAR = 500_000

for (const { kind, open } of databases()) {
  describe(`random calls and money on ${kind}`, () => {
    let database: TestDatabase
    let provider: EpayProvider
    let evil: EvilUpstream
    let held: HeldUpstream
    let nodes: Node[]
    beforeAll(async () => {
      database = await open()
      provider = await startEpayProvider()
      evil = await startEvilUpstream()
      held = await startHeldUpstream()
      nodes = [await startNode()]
    })
    afterAll(async () => {
      for (const { running } of nodes) await running.kill()
      provider.stop()
      await evil.stop()
      await held.stop()
      await database.close()
    })

    const startNode = async (port?: number): Promise<Node> => {
      const at = port ?? (await freePort())
      return { port: at, running: await startGatewayProcess(database.place, at, { program: mortalGateway() }) }
    }
    /** Nodes keep options and tokens in memory, so every change is sent to each of them. */
    const everywhere = (act: (url: string) => Promise<unknown>) =>
      Promise.all(nodes.map(({ running }) => act(running.url)))

    test(`charge what was agreed, credit once and lose nothing (seed ${SEED}, ${STEPS} steps)`, async () => {
      const [first] = nodes as [Node]
      const operator = await setUpGateway(first.running.url)
      await operator.makeChannel({ base_url: evil.url, models: 'good,server-error' })
      await operator.makeChannel({ base_url: held.url, models: 'held' })
      await operator.setOption('RetryTimes', 0)
      await operator.setOption('CompletionRatio', '{"good":4,"held":4}')
      await operator.setOption('PayAddress', provider.url)
      await operator.setOption('EpayId', provider.pid)
      await operator.setOption('EpayKey', provider.key)
      const codes = await operator.consoleCall<string[]>('POST', '/api/redemption/', {
        count: CODES,
        quota: CODE_QUOTA,
      })
      const admin = await signUp(database.storage, ROLE.root)
      const user = await signUp(database.storage, ROLE.user)
      const tokens = await Promise.all(
        [{ unlimited_quota: true }, { unlimited_quota: false, remain_quota: 40_000 }].map(async fields => {
          const [made] = await user.consoleCall<Token[]>(first.running.url, 'POST', '/api/token/', {
            name: 't',
            ...fields,
          })
          if (!made) throw new Error('no token was made')
          return { ...made, isEnabled: true }
        }),
      )
      // SQLite supports only one node.
      if (kind === 'postgres') nodes.push(await startNode())

      const calls = new Map<string, Call>()
      const orders: Record<string, string>[] = []
      let granted = 0
      const grant = (quota: number) => {
        granted += quota
      }
      let price = 0
      let priced: Promise<unknown> = Promise.resolve()
      /** The prices of this step. */
      let inForce = new Set<number>()
      const running = () => [...calls.values()].filter(({ became }) => became === 'running')

      async function changePrice(next: number) {
        const value = JSON.stringify({ good: next, 'server-error': next, held: next })
        inForce.add(next)
        // One after another, or nodes could end with different ones.
        priced = priced.then(() =>
          everywhere(url => admin.consoleCall(url, 'PUT', '/api/option/', { key: 'ModelRatio', value })),
        )
        await priced
        price = next
      }

      async function call(model: string, stream: boolean, which: number): Promise<void> {
        const id = crypto.randomUUID()
        const node = chosen(nodes, which)
        const made: Call = { prices: inForce, node, became: 'running', hasBegun: false, leave: new AbortController() }
        calls.set(id, made)
        const response = await fetch(`${node.running.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer sk-${chosen(tokens, which).key}`, 'x-request-id': id },
          body: JSON.stringify({ model, stream, messages: HELLO }),
          signal: made.leave.signal,
        })
        if (!response.ok) made.became = 'refused'
        made.hasBegun = true
        const ended = response.text().then(
          () => {
            if (made.became === 'running') made.became = 'answered'
          },
          // The client ended it, or the end of its node, which announced it.
          () => undefined,
        )
        if (!stream) await ended
      }

      const actions: Record<Event['what'], (event: Event) => Promise<unknown>> = {
        request: ({ which }) => call('good', false, which),
        'begin a stream': ({ which }) => call('held', true, which),
        'end the streams': async () => held.goOn(),
        async cancel({ which }) {
          const streams = running().filter(({ hasBegun }) => hasBegun)
          if (streams.length === 0) return
          const left = chosen(streams, which)
          left.became = 'cancelled'
          left.leave.abort()
        },
        refund: ({ which }) => call('server-error', false, which),
        async redeem({ which }) {
          const redeeming = user.consoleCall<number>(chosen(nodes, which).running.url, 'POST', '/api/user/topup', {
            key: chosen(codes, which),
          })
          grant(await redeeming.catch(() => 0))
        },
        async 'top up'({ amount, which }) {
          const { url } = chosen(nodes, which).running
          const placing = user.consoleCall<Record<string, string>>(url, 'POST', '/api/user/pay', {
            amount,
            payment_method: 'zfb',
          })
          const order = await placing.catch(() => orders[which % Math.max(orders.length, 1)])
          if (!order) return
          orders.push(order)
          const parameters = new URLSearchParams(provider.callback(order))
          const notify = async (url: string) => (await fetch(`${url}/api/user/epay/notify?${parameters}`)).text()
          const heard = await Promise.all([...nodes, ...nodes].map(({ running }) => notify(running.url)))
          if (heard.includes('success')) grant(amount * QUOTA_PER_DOLLAR)
          expect(heard.filter(word => word === 'success').length).toBeLessThanOrEqual(1)
        },
        async 'change the balance'({ amount, which }) {
          const mode = which % 2 === 0 ? 'add' : 'subtract'
          const value = amount * 1000
          const changing = admin.consoleCall(chosen(nodes, which).running.url, 'POST', `/api/user/${user.id}/quota`, {
            mode,
            value,
          })
          const isDone = await changing.then(
            () => true,
            () => false,
          )
          if (isDone) grant(mode === 'add' ? value : -value)
        },
        'change the price': ({ amount }) => changePrice(amount),
        async 'edit a token'({ amount, which }) {
          const { id } = chosen(tokens, which)
          await everywhere(url => user.consoleCall(url, 'PUT', '/api/token/', { id, remain_quota: amount * 2000 }))
        },
        async 'disable a token'({ which }) {
          const token = chosen(tokens, which)
          token.isEnabled = !token.isEnabled
          const status = token.isEnabled ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled
          const change = (url: string) =>
            user.consoleCall(url, 'PUT', '/api/token/?status_only=true', { id: token.id, status })
          // A used-up token cannot be enabled.
          await everywhere(change).catch(() => undefined)
        },
        crash: async () => undefined,
      }

      /** Kills a node with running streams and restarts it. */
      async function crash(which: number) {
        const at = which % nodes.length
        const node = chosen(nodes, which)
        const cut = [...calls].filter(([, call]) => call.became === 'running' && call.node === node)
        await untilEachNoted(
          database.place.DATA_DIR,
          cut.map(([id]) => id),
        )
        for (const [, call] of cut) call.became = 'lost'
        await node.running.kill()
        nodes[at] = await startNode(node.port)
      }

      /** Every ended call has its row; running streams have none. */
      const allSettled = () =>
        until(
          async () => ({ rows: new Set((await rowsOfCalls()).map(row => row.request_id)), held: held.held() }),
          ({ rows, held }) =>
            held === running().length &&
            [...calls].every(([id, { became }]) => ROWS[became].length === 0 || rows.has(id)),
          20_000,
        )
      const rowsOfCalls = () =>
        database.storage.db
          .selectFrom('logs')
          .selectAll()
          .where('user_id', '=', user.id)
          .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
          .execute()

      await changePrice(1)
      grant(
        await admin.consoleCall<number>(first.running.url, 'POST', `/api/user/${user.id}/quota`, {
          mode: 'add',
          value: 200_000,
        }),
      )
      for (const events of sample(step, { numRuns: STEPS, seed: SEED })) {
        inForce = new Set([price])
        await Promise.all(events.map(event => actions[event.what](event)))
        await allSettled()
        const crashing = events.find(event => event.what === 'crash')
        if (crashing) await crash(crashing.which)
        await allSettled()
        await prove()
      }

      async function prove() {
        const { db } = database.storage
        expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
        const rows = await rowsOfCalls()
        const byCall = Map.groupBy(rows, row => row.request_id)
        const wrong = [...calls].flatMap(([id, { became, prices }]) => {
          const found = byCall.get(id) ?? []
          const types = found.map(row => row.type)
          const isRight = became === 'refused' ? !types.includes(LOG_TYPE.consume) : Bun.deepEquals(types, ROWS[became])
          return isRight && found.every(row => isPriced(row, prices)) ? [] : [{ became, prices, found }]
        })
        expect(wrong).toEqual([])
        const { quota } = await db
          .selectFrom('users')
          .select('quota')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
        const spent = rows.reduce((sum, row) => sum + row.quota, 0)
        expect(quota).toBe(granted - spent)
      }
    }, 3_600_000)
  })
}

/** Whether a row was charged by its own numbers at one of these prices. */
function isPriced(
  row: { type: number; quota: number; prompt_tokens: number; completion_tokens: number; other: string },
  prices: ReadonlySet<number>,
): boolean {
  if (row.type === LOG_TYPE.error) return row.quota === 0
  const { model_ratio = Number.NaN, completion_ratio = Number.NaN }: LogOther = JSON.parse(row.other)
  const tokens = row.prompt_tokens + row.completion_tokens * completion_ratio
  return prices.has(model_ratio) && row.quota === tokens * model_ratio
}

function chosen<Item>(items: readonly Item[], which: number): Item {
  const item = items[which % items.length]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
