import { expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { credit } from '../ledger/index.ts'
import { makeLedgerFixture, NOW } from '../ledger/testing.ts'
import { readStatement } from './statement.ts'

const DAY = 86_400
const month = { start_timestamp: NOW - 10 * DAY, end_timestamp: NOW + 10 * DAY }

for (const { kind, open } of databases()) {
  test(`a statement adds up, and one month begins where the last ended, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const { db } = app.storage
    const [ann, ben] = [await app.payer({ balance: 1_000 }), await app.payer({ balance: 70 })]
    const call = async (payer: typeof ann, model_name: string, quota: number) => {
      const hold = app.hold(payer, quota)
      await app.ledger.reserve(hold)
      const settlement = app.settlement(payer, hold, quota)
      const log = { ...settlement.log, model_name, request_id: hold.requestId }
      await app.ledger.settle({ ...settlement, log })
    }
    await call(ann, '=HYPERLINK("x")', 250)
    await call(ann, 'b', 30)
    await call(ann, 'b', 20)
    await call(ben, 'b', 5)
    const add = (amount: number, reference: string, now: number) =>
      credit(db, { userId: ann.userId, amount, reference, now })
    await add(500, 'topup:1', month.start_timestamp)
    await add(40, 'topup:2', month.end_timestamp - 1)
    await add(7, 'redemption:9', month.end_timestamp)

    const statement = await readStatement(app.storage.reports, ann.userId, month)
    expect(statement).toMatchObject({ opening: 1_000, closing: 1_240, user: { id: ann.userId } })
    expect(statement.entries).toEqual([{ kind: 'topup', count: 2, quota: 540 }])
    expect(statement.calls).toEqual([
      { model: '=HYPERLINK("x")', count: 1, quota: 250 },
      { model: 'b', count: 2, quota: 50 },
    ])
    expect(statement).toMatchObject({ other: 0, plan: 0, owed: 0 })
    const before = await readStatement(app.storage.reports, ann.userId, {
      start_timestamp: month.start_timestamp - 20 * DAY,
      end_timestamp: month.start_timestamp,
    })
    const after = await readStatement(app.storage.reports, ann.userId, {
      start_timestamp: month.end_timestamp,
      end_timestamp: month.end_timestamp + 20 * DAY,
    })
    expect([before.closing, after.opening, after.closing]).toEqual([1_000, 1_240, 1_247])

    // What the figures lack still counts.
    await db.deleteFrom('quota_data').where('model_name', '=', 'b').execute()
    const later = await readStatement(app.storage.reports, ann.userId, month)
    expect(later).toMatchObject({ other: 50, opening: 1_000, closing: 1_240 })
    expect(later.calls).toHaveLength(1)
    await expect(readStatement(app.storage.reports, 999_999, month)).rejects.toMatchObject({ code: 'user_not_found' })
    await app.close()
  })
}
