import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { noUsage, UNPRICED } from '@tollgate/gateway'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import { settleBatch } from './settle.ts'

const price = { ...UNPRICED, modelRatio: 1 }
const TERMS = {
  username: 'u',
  tokenName: '',
  group: 'default',
  groupRatio: 1,
  quotaPerUnit: 1,
  requestId: 'r',
  path: '/v1/batches',
  priceShare: 0.5,
  models: [],
}

for (const { kind, open } of databases()) {
  describe(`an ended batch on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    /** Settles a batch with a hold of 100. Returns what was recalled before its row changed. */
    async function settle(counts: number[], ofToken = 100, periodIds?: number[]) {
      const recalled: unknown[] = []
      const ledger = { recall: async (...account: unknown[]) => void recalled.push(account) }
      const row = {
        id: 'b',
        user_id: 5,
        token_id: 7,
        channel_id: 1,
        held: 100,
        held_of_token: ofToken,
        created_at: 1,
        terms: JSON.stringify({ ...TERMS, periodIds }),
      }
      const sums = counts.map(input => ({
        terms: { model: 'm', upstreamModel: 'm', price, requests: 1 },
        tier: '',
        price,
        succeeded: 1,
        answers: 1,
        usage: { ...noUsage(), input },
      }))
      // The row is not stored, so only what comes before the transaction happens.
      const deps = { batches: { db: database.storage.db }, ledger, options: { get: () => true }, now: () => 10 }
      const how = { status: 'completed', sums }
      await settleBatch(row as unknown as RelayBatchRow, how, deps as unknown as Parameters<typeof settleBatch>[2])
      return recalled
    }

    test('recalls unused leases if its models together cost more than its hold', async () => {
      expect(await settle([60, 41])).toEqual([
        ['user', 5],
        ['token', 7],
      ])
      expect(await settle([101], 1)).toEqual([
        ['user', 5],
        ['token', 7],
      ])
      expect(await settle([101], 0)).toEqual([['user', 5]])
    })

    test('also recalls unused leases of its spending limits', async () => {
      expect(await settle([101], 0, [31, 32])).toEqual([
        ['user', 5],
        ['period', 31],
        ['period', 32],
      ])
    })

    test('recalls nothing if its hold pays for it', async () => {
      expect(await settle([60, 40], 100, [31])).toEqual([])
    })
  })
}
