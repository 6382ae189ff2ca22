import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import type { Ledger } from './index.ts'
import { type LedgerFixture, makeLedgerFixture, openTestLedger, type Payer } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`the holds of running calls on two nodes, on ${kind}`, () => {
    let fixture: LedgerFixture
    let other: Ledger
    beforeEach(async () => {
      const buses = localBuses()
      fixture = await makeLedgerFixture(await open(), { isOnlyNode: false, bus: buses.join() })
      other = await openTestLedger(fixture.storage, { isOnlyNode: false, bus: buses.join() })
    })
    afterEach(async () => {
      expect(await fixture.findings()).toEqual([])
      await other.close()
      await fixture.close()
    })

    test.each(['the same node', 'the other node'])(
      'counts against a token’s cap, read at %s',
      async where => {
        const node = where === 'the same node' ? fixture.ledger : other
        const payer = await fixture.payer({ balance: 100_000, cap: 500 })
        // the wallet is already leased, so only the cap must be read
        await fixture.ledger.reserve(fixture.hold(payer, 1))
        const running = fixture.hold(payer, 400)
        expect(await fixture.ledger.reserve(running)).toMatchObject({ granted: 400 })
        expect(await node.reserve(fixture.hold(payer, 100))).toBe('token_quota_insufficient')
        expect(await node.reserve(fixture.hold(payer, 99))).toMatchObject({ granted: 99 })
        await fixture.ledger.settle(fixture.settlement(payer, running, 400))
        expect(await node.reserve(fixture.hold(payer, 1))).toBe('token_quota_insufficient')
      },
      30_000,
    )

    test('of a period are reported as a used-up limit with its owner, not as an unreachable database', async () => {
      const payer = await fixture.payer({ balance: 100_000 })
      const values = { quota_period: 'day', period_quota: 500 } as const
      await fixture.storage.db.updateTable('users').set(values).where('id', '=', payer.userId).execute()
      const limit = { owner: 'user', ownerId: payer.userId, period: 'day' } as const
      const holdOn = (of: Payer, amount: number) => ({ ...fixture.hold(of, amount), periods: [limit] })
      const running = holdOn(payer, 450)
      expect(await fixture.ledger.reserve(running)).toMatchObject({ granted: 450 })
      const refused = await other.reserve(holdOn(payer, 51))
      expect(refused).toBe('user_period_used_up')
      // quota that the other node leased but does not hold is available to this one
      expect(await other.reserve(holdOn(payer, 50))).toMatchObject({ granted: 50 })
      expect(await fixture.ledger.reserve(holdOn(payer, 1))).toBe(refused)
      await fixture.ledger.release(running.requestId)
      expect(await other.reserve(holdOn(payer, 450))).toMatchObject({ granted: 450 })
    }, 30_000)
  })
}
