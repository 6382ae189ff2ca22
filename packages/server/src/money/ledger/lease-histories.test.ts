import { describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { type BehindNetwork, behindNetwork } from '../../../test/support/behind-network.ts'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { credit, DatabaseUnavailable, type Ledger, type NewHold, setBalance } from './index.ts'
import { makeLedgerFixture, NOW, openTestLedger, type Payer, settleInTheEnd } from './testing.ts'

const STEPS = Number(process.env.LEASE_STEPS ?? 40)
const SEED = Number(process.env.LEASE_SEED ?? 20_261_122)
const TIMINGS = { heartbeatMs: 50, requestPatienceMs: 400 }
const NODES = 3

const CALLS = ['reserve', 'settle', 'reserve', 'settle', 'extend', 'release'] as const
const EVENTS = [...CALLS, ...CALLS, 'recall', 'credit', 'set balance'] as const
interface Event {
  what: (typeof EVENTS)[number]
  payer: number
  amount: number
  /** Chooses among nodes and running calls. */
  which: number
}
/** Concurrent events, and what happens to a node meanwhile. */
const step = record({
  events: array(
    record<Event>({
      what: constantFrom(...EVENTS),
      payer: integer({ min: 0, max: 1 }),
      amount: integer({ min: 0, max: 300 }),
      which: integer({ min: 0, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 16 },
  ),
  trouble: constantFrom('none', 'none', 'falls silent', 'hesitates', 'crashes'),
  node: integer({ min: 0, max: NODES - 1 }),
})

interface Node extends BehindNetwork {
  ledger: Ledger
}
interface Running {
  payer: Payer
  hold: NewHold
  node: Node
}

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`whatever happens to ${NODES} nodes on ${kind}`, () => {
    test(`no more is spent than there is, and nothing is lost (seed ${SEED}, ${STEPS} steps)`, async () => {
      const app = await makeLedgerFixture(await open(), TIMINGS)
      const { db } = app.storage
      const start = async (): Promise<Node> => {
        const far = await behindNetwork(app.place)
        return { ...far, ledger: await openTestLedger(far.storage, TIMINGS) }
      }
      const nodes = await Promise.all(Array.from({ length: NODES }, start))
      const crashed: Node[] = []
      const payers = await Promise.all([app.payer({ balance: 1_000 }), app.payer({ balance: 1_000, cap: 100_000 })])
      const running: Running[] = []
      let charged = 0

      const actions: Record<Event['what'], (event: Event & { by: Payer; node: Node }) => Promise<unknown>> = {
        async reserve({ by, node, amount, which }) {
          const hold = { ...app.hold(by, amount), amount: { least: which % 3 === 0 ? 0 : amount, most: amount } }
          if (typeof (await node.ledger.reserve(hold)) !== 'string') running.push({ payer: by, hold, node })
        },
        async settle({ amount, which }) {
          const call = taken(running, which)
          if (!call) return
          const { quota } = await settleInTheEnd(call.node.ledger, app.settlement(call.payer, call.hold, amount))
          charged += quota
        },
        async extend({ amount, which }) {
          const call = taken(running, which)
          if (!call) return
          await call.node.ledger
            .extend(call.hold.requestId, { least: 0, most: amount })
            .finally(() => running.push(call))
        },
        async release({ which }) {
          const call = taken(running, which)
          await call?.node.ledger.release(call.hold.requestId)
        },
        recall: ({ by, node }) => node.ledger.recall('user', by.userId),
        credit: ({ by, amount, which }) =>
          credit(db, { userId: by.userId, amount, reference: `gift:${which}`, now: NOW }),
        'set balance': ({ by, amount }) => setBalance(db, { userId: by.userId, balance: amount * 3, now: NOW }),
      }

      const isGivenUp = (id: string) =>
        until(
          () => db.selectFrom('nodes').select('id').where('id', '=', id).execute(),
          found => found.length === 0,
          20_000,
        )

      for (const { events, trouble, node: place } of sample(step, { numRuns: STEPS, seed: SEED })) {
        const troubled = nodes[place] as Node
        const id = troubled.ledger.node()
        if (trouble === 'falls silent') troubled.network.fallSilent()
        if (trouble === 'hesitates') troubled.network.delay(20)
        const acting = Promise.allSettled(
          events.map(event =>
            actions[event.what]({
              ...event,
              by: payers[event.payer] as Payer,
              node: nodes[event.which % NODES] as Node,
            }),
          ),
        )
        if (trouble === 'falls silent') {
          await isGivenUp(id)
          expect(await app.findings()).toEqual([])
        }
        troubled.network.heal()
        for (const result of await acting)
          if (result.status === 'rejected' && !(result.reason instanceof DatabaseUnavailable)) throw result.reason
        if (trouble === 'crashes') {
          await troubled.network.stop()
          crashed.push(troubled)
          running.splice(0, running.length, ...running.filter(({ node }) => node !== troubled))
          await isGivenUp(id)
          nodes[place] = await start()
        }
        expect(await app.findings()).toEqual([])
        expect(await sumOf(db.selectFrom('logs').select('quota as amount').where('type', '=', LOG_TYPE.consume))).toBe(
          charged,
        )
      }

      for (const { payer, hold, node } of running) {
        const { quota } = await settleInTheEnd(node.ledger, app.settlement(payer, hold, 100))
        charged += quota
      }
      for (const node of nodes) await node.ledger.close()
      const changes = db.selectFrom('ledger_entries').select('user_amount as amount').where('kind', '!=', 'request')
      expect(await sumOf(db.selectFrom('users').select('quota as amount'))).toBe((await sumOf(changes)) - charged)
      expect(await sumOf(db.selectFrom('users').select('leased as amount'))).toBe(0)
      for (const node of [...nodes, ...crashed]) await node.close()
      await app.close()
    }, 120_000)
  })
}

async function sumOf(query: { execute(): Promise<{ amount: number }[]> }): Promise<number> {
  return (await query.execute()).reduce((sum, { amount }) => sum + amount, 0)
}

/** Takes one of the items out. */
const taken = <Item>(items: Item[], which: number): Item | undefined =>
  items.splice(items.length === 0 ? 0 : which % items.length, 1)[0]
