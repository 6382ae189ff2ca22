import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { UNPRICED } from '@tollgate/gateway'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { noteProgress } from './progress.ts'
import type { TaskDeps } from './task-deps.ts'

for (const { kind, open } of databases()) {
  describe(`a successful task on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    /** Ends a task with a hold of 100 tokens at 1 quota each. Returns what was recalled before its row changed. */
    async function end(tokens: number, tokenId = 7, periodIds?: number[]) {
      const recalled: unknown[] = []
      const ledger = { recall: async (...account: unknown[]) => void recalled.push(account), refresh: () => undefined }
      const terms = {
        callId: 'c',
        price: { ...UNPRICED, modelRatio: 1 },
        groupRatio: 1,
        quotaPerUnit: 1,
        factors: {},
        tokens: 100,
        periodIds,
      }
      const row = {
        id: 1,
        user_id: 5,
        token_id: tokenId,
        quota: 100,
        submit_time: 1,
        start_time: 1,
        terms: JSON.stringify(terms),
      }
      // The row is not stored, so only what comes before the transaction happens.
      const deps = { db: database.storage.db, ledger, options: { get: () => 0 }, mayBeOpen: true, now: () => 10 }
      const told = { state: 'succeeded' as const, usage: { tokens } }
      await noteProgress('tasks', row as unknown as TaskRow, told, deps as unknown as TaskDeps)
      return recalled
    }

    test('recalls unused leases if it costs more than its hold', async () => {
      expect(await end(101)).toEqual([
        ['user', 5],
        ['token', 7],
      ])
      expect(await end(101, 0)).toEqual([['user', 5]])
    })

    test('also recalls unused leases of its spending limits', async () => {
      expect(await end(101, 0, [31, 32])).toEqual([
        ['user', 5],
        ['period', 31],
        ['period', 32],
      ])
    })

    test('recalls nothing if its hold pays for it', async () => {
      expect(await end(100, 7, [31])).toEqual([])
      expect(await end(10)).toEqual([])
    })
  })
}
