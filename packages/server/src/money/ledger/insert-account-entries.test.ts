import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import { audit } from './audit.ts'
import { requestReference } from './call-entries.ts'
import { findCharge } from './correct-charge.ts'
import { insertAccountEntries, type NewAccountEntry } from './insert-account-entries.ts'

const NOW = 1_800_000_000

for (const { kind, open } of databases()) {
  describe(`entries beside calls on ${kind}`, () => {
    let database: TestDatabase
    let userId: number
    beforeEach(async () => {
      database = await open()
      userId = await insertUser(database.storage.db, { username: 'ann', aff_code: 'ann', created_at: NOW })
    })
    afterEach(() => database.close())

    const entry = (place: number): NewAccountEntry => ({
      reference: `adjust:${place}`,
      kind: 'adjust',
      user_id: userId,
    })
    const inserted = async () => {
      const { db } = database.storage
      const { entries } = await db
        .selectFrom('ledger_entries')
        .select(({ fn }) => fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow()
      return Number(entries)
    }

    test.each([0, 1, 499, 500, 501, 1000])('%i at once are all there, chained', async count => {
      const entries = Array.from({ length: count }, (_, place) => entry(place))
      await insertAccountEntries(database.storage.db, entries, NOW)
      expect([await inserted(), await audit(database.storage, NOW)]).toEqual([count, []])
    })

    test('an entry has nothing in the columns that it leaves out', async () => {
      const { db } = database.storage
      await insertAccountEntries(db, [entry(1)], NOW)
      const columns = ['token_id', 'user_amount', 'token_amount', 'aff_amount', 'channel_id', 'uncollected'] as const
      const ofPlans = ['subscription_id', 'subscription_amount', 'subscription_calls', 'is_logged'] as const
      const row = await db
        .selectFrom('ledger_entries')
        .select([...columns, ...ofPlans])
        .executeTakeFirstOrThrow()
      expect(new Set(Object.values(row))).toEqual(new Set([0]))
    })

    test.each([
      ['the wallet', { user_amount: -70 }, 70, 70],
      ['a plan', { subscription_amount: -70 }, 70, 70],
      ['both, and owed in part', { user_amount: -30, subscription_amount: -50, uncollected: 20 }, 100, 80],
      ['nobody yet', { uncollected: 20 }, 20, 0],
    ])('a charge paid by %s has its cost and what was paid', async (_payer, amounts, cost, paid) => {
      const call = { reference: requestReference('r'), kind: 'request', user_id: userId, token_id: 7, ...amounts }
      await insertAccountEntries(database.storage.db, [call], NOW)
      expect(await findCharge(database.storage.db, 'r')).toEqual({ userId, tokenId: 7, chargedAt: NOW, cost, paid })
      expect(await findCharge(database.storage.db, 'other')).toBeNull()
    })
  })
}
