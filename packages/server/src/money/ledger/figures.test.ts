import { expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { auditLedger } from './audit.ts'
import { consumeRow, makeLedgerFixture, NOW } from './testing.ts'
import { findUncharged } from './uncharged.ts'

for (const { kind, open } of databases()) {
  test(`the figures are the sums of accounts, leases and entries on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const none = { accounts: 0, free: 0, leased: 0, entered: 0, owed: 0 }
    const empty = await auditLedger(app.storage.db, NOW)
    expect(empty).toEqual({ findings: [], figures: { users: none, tokens: none, entries: 0, leases: 0 } })

    const [ann, ben] = [await app.payer({ balance: 1_000, cap: 500 }), await app.payer({ balance: 70 })]
    const [spent, running, other] = [app.hold(ann, 300), app.hold(ann, 200), app.hold(ben, 30)]
    for (const hold of [spent, running, other]) await app.ledger.reserve(hold)
    await app.ledger.settle(app.settlement(ann, spent, 250))
    expect((await auditLedger(app.storage.db, NOW)).figures).toEqual({
      // A lone node leases everything.
      users: { accounts: 2, free: 0, leased: 820, entered: 820, owed: 0 },
      tokens: { accounts: 2, free: 0, leased: 250, entered: 250, owed: 0 },
      entries: 4,
      leases: 3,
    })
    await app.close()
  })

  test(`a negative balance or cap is found, and zero is not, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const payer = await app.payer({ balance: 0, cap: 0 })
    expect(await app.findings()).toEqual([])
    await app.storage.db.updateTable('tokens').set({ remain_quota: -1 }).where('id', '=', payer.tokenId).execute()
    expect(await app.findings()).toContainEqual({
      rule: 'no cap is below what is leased of it',
      id: payer.tokenId,
      expected: 0,
      found: -1,
    })
    await app.close()
  })

  test(`log rows of calls without an entry are reported for each user and channel, in order, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const [ann, ben] = [await app.payer({ balance: 1_000 }), await app.payer({ balance: 70 })]
    const rows = [
      { ...consumeRow(ben, 1), channel_id: 9 },
      { ...consumeRow(ben, 1), channel_id: 8 },
      { ...consumeRow(ann, 1), channel_id: 9 },
    ]
    await app.storage.db.insertInto('logs').values(rows).execute()
    const missing = { kind: 'answered without an entry', calls: 1, quota: 0 } as const
    expect(await findUncharged(app.storage)).toEqual([
      { ...missing, userId: ann.userId, channelId: 9 },
      { ...missing, userId: ben.userId, channelId: 8 },
      { ...missing, userId: ben.userId, channelId: 9 },
    ])
    await app.close()
  })
}
