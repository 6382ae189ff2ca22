import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer } from '../ledger/testing.ts'
import { heldSubscriptions } from './held-subscription.ts'
import { knownStanding } from './known-standing.ts'
import { subscribe } from './subscribe.ts'
import { termsOf, testPlan } from './testing.ts'

const LATER_MS = 5_001

for (const { kind, open } of databases())
  describe(`what is known of a plan's windows on ${kind}`, () => {
    let app: LedgerFixture
    const cleanUp: (() => unknown)[] = []
    afterEach(async () => {
      for (const end of cleanUp.splice(0)) await end()
      await app.close()
    })

    /** A payer with a plan of a day and five hours; `reads` counts what is asked of the database. */
    async function subscribed() {
      app = await makeLedgerFixture(await open(), { isOnlyNode: false })
      const { db } = app.storage
      const payer = await app.payer({ balance: 0 })
      const plan = await testPlan(db, { price: 0, five_hours: 900, day: 1_000, total: null })
      const bought = { userId: payer.userId, plan, source: 'bought' as const, now: NOW }
      await inTransaction(db, db => subscribe(db, bought, termsOf(NOW)))
      const [held] = await heldSubscriptions(db, payer.userId)
      if (!held) throw new Error('there is no subscription')
      const windows = (await held.windows(NOW)).map(({ id }) => id)
      const reads = spyOn(held, 'standing')
      const used = async (now = NOW) => (await knownStanding(held, now, app.ledger)).map(window => window.used)
      const charge = async (by: Payer, quota: number, ledger = app.ledger) => {
        const hold = { ...app.hold(by, quota), subscription: { id: held.id, windows } }
        await ledger.reserve(hold)
        await ledger.settle(app.settlement(by, hold, quota))
      }
      return { payer, reads, used, charge }
    }

    test('grows with each charge of this node, and is read once', async () => {
      const { payer, reads, used, charge } = await subscribed()
      expect(await Promise.all([used(), used(), used()])).toEqual([
        [0, 0],
        [0, 0],
        [0, 0],
      ])
      for (let calls = 1; calls <= 20; calls++) {
        await charge(payer, 10)
        expect(await used()).toEqual([calls * 10, calls * 10])
      }
      expect(reads).toHaveBeenCalledTimes(1)
    })

    test('has another node’s charges after some seconds', async () => {
      const { payer, reads, used, charge } = await subscribed()
      const other = await openTestLedger(app.storage, { isOnlyNode: false })
      cleanUp.push(other.close)
      expect(await used()).toEqual([0, 0])
      await charge(payer, 30, other)
      await charge(payer, 12)
      expect(await used()).toEqual([12, 12])
      const moment = performance.now()
      const clock = spyOn(performance, 'now').mockImplementation(() => moment + LATER_MS)
      const later = await used()
      clock.mockRestore()
      expect([later, reads.mock.calls.length]).toEqual([[42, 42], 2])
    })

    test('is read again when a window has ended, and after a failure', async () => {
      const { reads, used } = await subscribed()
      reads.mockImplementationOnce(() => Promise.reject(new Error('away')))
      await expect(used()).rejects.toThrow('away')
      expect(await used()).toHaveLength(2)
      expect(await used(NOW + 86_400)).toHaveLength(2)
      expect(reads).toHaveBeenCalledTimes(3)
    })
  })
