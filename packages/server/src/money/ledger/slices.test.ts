import { describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { carveSlice } from './index.ts'
import { makeLedgerFixture, NOW } from './testing.ts'

for (const { kind, open } of databases())
  describe(`slices of a cap on ${kind}`, () => {
    test('are what the cap has beyond what nodes have leased of it, in whole amounts', async () => {
      const app = await makeLedgerFixture(await open())
      const { db } = app.storage
      const { userId, tokenId: parentId } = await app.payer({ balance: 1_000, cap: 1_000 })
      const key = { key_fingerprint: 'child', key_sealed: '', key_hint: '', name: 'child', created_time: 1 }
      const place = { parent_id: parentId, root_id: parentId, depth: 1, is_carved: 1 }
      const { id: childId } = await db
        .insertInto('tokens')
        .values({ user_id: userId, ...key, ...place })
        .returning('id')
        .executeTakeFirstOrThrow()
      const carve = (amount: number) => inTransaction(db, db => carveSlice(db, { parentId, childId, amount, now: NOW }))
      for (const amount of [-1, 0.5, Number.NaN]) expect(await rejection(carve(amount))).toBeInstanceOf(RangeError)
      await db.updateTable('tokens').set({ leased: 700 }).where('id', '=', parentId).execute()
      expect([await carve(1_001), await carve(1_000), await carve(301)]).toEqual(['insufficient', 'leased', 'leased'])
      expect(await carve(300)).toBe(true)
      const caps = await db.selectFrom('tokens').select('remain_quota').orderBy('id').execute()
      expect(caps.map(({ remain_quota }) => remain_quota)).toEqual([700, 300])
      await db.updateTable('tokens').set({ leased: 0 }).execute()
      await app.close()
    })
  })
