import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { type Bus, noBus } from '../../platform/cluster/bus.ts'
import type { Insufficient, NewHold } from './index.ts'
import type { PeriodLimit } from './periods.ts'
import { makeLedgerFixture, openTestLedger } from './testing.ts'

const PRICE = 50
/** If two nodes waited for each other, calls would time out. */
const TIMINGS = { heartbeatMs: 500, requestPatienceMs: 2_000, isOnlyNode: false }

/**
 * Calls that start together, alternately on both nodes; then some of them end, each at part of its price.
 */
const round = fc.record({
  calls: fc.integer({ min: 1, max: 12 }),
  first: fc.nat(1),
  ends: fc.array(fc.record({ which: fc.nat(30), quota: fc.nat(PRICE) }), { maxLength: 8 }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never
const money = fc.integer({ min: PRICE, max: 20 * PRICE })
const history = fc.record({
  balance: fc.oneof(
    money,
    money.map(amount => 2 * amount),
  ),
  cap: fc.option(money, { nil: undefined }),
  period: fc.option(money),
  rounds: fc.array(round, { minLength: 3, maxLength: 8 }),
})

for (const { kind, open } of databases()) {
  test.each([
    ['with messages between them', () => localBuses().join, 20],
    ['without any message', () => () => noBus, 3],
  ] as [string, () => () => Bus, number][])(
    `two nodes on ${kind}, %s, refuse exactly the calls that one process refuses, and name what lacks`,
    async (_, makeBuses, numRuns) => {
      const join = makeBuses()
      const app = await makeLedgerFixture(await open(), { ...TIMINGS, bus: join() })
      const nodes = [app.ledger, await openTestLedger(app.storage, { ...TIMINGS, bus: join() })] as const
      const at = (turn: number) => nodes[turn % 2 === 0 ? 0 : 1]

      const play = async ({ balance, cap, period, rounds }: History) => {
        const payer = await app.payer({ balance, ...(cap !== undefined && { cap }) })
        if (period !== null) {
          const limit = { quota_period: 'day', period_quota: period } as const
          await app.storage.db.updateTable('users').set(limit).where('id', '=', payer.userId).execute()
        }
        const periods: PeriodLimit[] = period === null ? [] : [{ owner: 'user', ownerId: payer.userId, period: 'day' }]
        const lacks: [Insufficient, number][] = [
          ['user_quota_insufficient', balance],
          ['token_quota_insufficient', cap ?? balance],
          ['user_period_used_up', period ?? balance],
        ]
        const running: { hold: NewHold; turn: number }[] = []
        let spent = 0
        for (const { calls, first, ends } of rounds) {
          const answers = await Promise.all(
            Array.from({ length: calls }, async (_, index) => {
              const hold = { ...app.hold(payer, PRICE), periods }
              const answer = await at(first + index).reserve(hold)
              if (typeof answer === 'string') return answer
              running.push({ hold, turn: first + index })
              return 'served'
            }),
          )
          const served = Math.min(calls, ...lacks.map(([, money]) => Math.floor((money - spent) / PRICE)))
          expect(answers.filter(answer => answer === 'served')).toHaveLength(served)
          spent += served * PRICE
          const lacking = lacks.find(([, money]) => money - spent < PRICE)?.[0]
          const refused = answers.filter(answer => answer !== 'served')
          expect(refused.filter(code => code !== lacking)).toEqual([])

          const ending = ends.flatMap(({ which, quota }) =>
            running.length === 0 ? [] : running.splice(which % running.length, 1).map(call => ({ ...call, quota })),
          )
          await Promise.all(ending.map(({ hold, turn, quota }) => at(turn).settle(app.settlement(payer, hold, quota))))
          for (const { quota } of ending) spent -= PRICE - quota
        }
        for (const { hold, turn } of running) await at(turn).release(hold.requestId)
      }
      await fc.assert(fc.asyncProperty(history, play), { seed: 18, numRuns, endOnFailure: true })

      expect(await app.findings()).toEqual([])
      await nodes[1].close()
      await app.close()
    },
    120_000,
  )
}
