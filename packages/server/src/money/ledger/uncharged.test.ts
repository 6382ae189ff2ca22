import { describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { printUncharged } from './print-uncharged.ts'
import { consumeRow, makeLedgerFixture } from './testing.ts'
import { findUncharged } from './uncharged.ts'

const PRICED = { quota_per_unit: 500_000, model_ratio: 1 }

for (const { kind, open } of databases()) {
  describe(`money that was never charged on ${kind}`, () => {
    test('is found by user and channel, without free calls', async () => {
      const app = await makeLedgerFixture(await open())
      const { storage, ledger } = app
      const [ann, ben] = [await app.payer({ balance: 10_000 }), await app.payer({ balance: 50 })]
      const charge = async (payer: typeof ann, quota: number, other: object, tokens = 5) => {
        const hold = app.hold(payer, Math.min(quota, 50))
        await ledger.reserve(hold)
        const settlement = app.settlement(payer, hold, quota)
        const log = { ...settlement.log, prompt_tokens: tokens, other: JSON.stringify(other) }
        await ledger.settle({ ...settlement, log })
      }
      await charge(ann, 100, PRICED)
      expect(await findUncharged(storage)).toEqual([])

      await charge(ann, 0, { ...PRICED, group_ratio: 0 })
      await charge(ann, 0, { ...PRICED, model_ratio: 0, model_price: -1 })
      await charge(ann, 0, { losses: ['"usage_source":"clamped"'] })
      await charge(ann, 0, PRICED, 0)
      expect(await findUncharged(storage)).toEqual([])

      await charge(ann, 0, PRICED)
      await charge(ann, 10, { ...PRICED, usage_source: 'estimated' })
      await charge(ann, 20, { ...PRICED, usage_source: 'clamped', suspect_counts: ['input'] })
      await charge(ben, 80, { ...PRICED, usage_source: 'estimated' })
      await storage.db
        .insertInto('logs')
        .values([consumeRow(ben, 1), consumeRow(ben, 2)])
        .execute()
      const found = await findUncharged(storage)
      const [a, b] = [ann, ben].map(({ userId, channelId }) => ({ userId, channelId }))
      expect(found).toEqual([
        { kind: 'answered without an entry', ...b, calls: 2, quota: 0 },
        { kind: 'charged nothing', ...a, calls: 1, quota: 0 },
        { kind: 'uncollected', ...b, channelId: 0, calls: 1, quota: 30 },
        { kind: 'usage estimated', ...a, calls: 1, quota: 10 },
        { kind: 'usage estimated', ...b, calls: 1, quota: 50 },
        { kind: 'usage clamped', ...a, calls: 1, quota: 20 },
      ] as never)
      expect(printUncharged(found)).toContain('! usage estimated: 2 calls, quota 60')
      expect(printUncharged(found)).toContain(`    user ${ben.userId}: 2 calls`)
      expect(printUncharged(found)).toContain(`    user ${ben.userId}: 1 call, quota 30`)
      await app.close()
    })
  })
}
