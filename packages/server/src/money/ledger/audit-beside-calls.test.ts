import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { auditBesideCalls } from './audit-beside-calls.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, type Payer } from './testing.ts'

/** Enough for requests to come and go while the audit reads. */
const OLD_ENTRIES = 200_000

for (const { kind, open } of databases()) {
  describe(`an audit while the ledger is busy on ${kind}`, () => {
    let app: LedgerFixture
    let payer: Payer
    beforeEach(async () => {
      app = await makeLedgerFixture(await open())
      payer = await app.payer({ balance: 1_000_000_000 })
    })
    afterEach(() => app.close())

    const charge = async () => {
      const hold = app.hold(payer, 100)
      await app.ledger.reserve(hold)
      await app.ledger.settle(app.settlement(payer, hold, 70))
    }

    test('sees the whole ledger in one snapshot', async () => {
      let isOver = false
      const spending = Promise.all(
        Array.from({ length: 20 }, async () => {
          while (!isOver) await charge()
        }),
      )
      for (let round = 0; round < 10; round++) {
        const { findings, figures } = await auditBesideCalls(app.storage.reports, NOW)
        expect(findings).toEqual([])
        const { free, leased, entered } = figures.users
        expect(free + leased).toBe(entered)
      }
      isOver = true
      await spending
    })

    test('delays no call, however much there is to read', async () => {
      await sql`
        insert into ledger_entries (reference, kind, user_id, user_amount, created_at)
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${OLD_ENTRIES})
        select 'grant:old:' || number, 'grant', ${payer.userId}, case number % 2 when 0 then 1 else -1 end, 1 from numbers
      `.execute(app.storage.db)
      // Makes the entries look older than the chains.
      await sql`update ledger_links set digests = (select cast(max(id) as text) from ledger_entries) where chain = ''`.execute(
        app.storage.db,
      )
      let isOver = false
      const auditing = auditBesideCalls(app.storage.reports, NOW).finally(() => {
        isOver = true
      })
      let meanwhile = 0
      for (; !isOver; meanwhile++) await charge()
      expect(meanwhile).toBeGreaterThan(5)
      const { findings, figures } = await auditing
      expect(findings).toEqual([])
      expect(figures.entries).toBeGreaterThan(OLD_ENTRIES)
    })
  })
}
