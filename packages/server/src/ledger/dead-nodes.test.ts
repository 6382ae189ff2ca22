import { expect, test } from 'bun:test'
import { databases } from '../../test/support/databases.ts'
import { until } from '../../test/support/until.ts'
import { newHold } from './book.ts'
import { openJournal } from './journal.ts'
import { makeLedgerFixture, NOW, openTestLedger } from './testing.ts'

for (const { kind, open } of databases()) {
  test(`of a dead node's calls those get a row that were not charged, once, on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const payer = await app.payer({ balance: 1000 })
    const [charged, lost] = [app.hold(payer, 100), app.hold(payer, 200)]
    await app.ledger.reserve(charged)
    await app.ledger.settle(app.settlement(payer, charged, 50))
    // it died between the commit and the line that says so
    const journal = openJournal(app.storage.folder, 'dead', () => undefined)
    for (const hold of [charged, lost]) journal.started({ ...newHold(hold, NOW), userAmount: hold.amount.most })
    await journal.close()

    const next = await Promise.all([
      openTestLedger(app.storage, { isOnlyNode: false }),
      openTestLedger(app.storage, { isOnlyNode: false }),
    ])
    const rows = () => app.storage.db.selectFrom('logs').select(['type', 'quota', 'content']).orderBy('quota').execute()
    const found = await until(rows, found => found.length >= 2)
    expect(found).toMatchObject([{ quota: 0, content: expect.stringContaining('200') }, { quota: 50 }])
    await Promise.all(next.map(ledger => ledger.close()))
    expect(await rows()).toEqual(found)
    expect(await app.findings()).toEqual([])
    await app.close()
  })
}
