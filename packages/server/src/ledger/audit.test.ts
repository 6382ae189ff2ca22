import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AuditRule } from '@tollgate/contract'
import { sql } from 'kysely'
import { databases } from '../../test/support/databases.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, type Payer } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`an audit on ${kind}`, () => {
    let app: LedgerFixture
    let payer: Payer

    beforeEach(async () => {
      app = await makeLedgerFixture(await open())
      payer = await app.payer({ balance: 1000, cap: 600 })
      const [spent, running] = [app.hold(payer, 300), app.hold(payer, 200)]
      await Promise.all([app.ledger.reserve(spent), app.ledger.reserve(running)])
      await app.ledger.settle(app.settlement(payer, spent, 250))
    })
    afterEach(() => app.close())

    test('finds nothing where every change was the ledger’s', async () => {
      expect(await app.findings()).toEqual([])
    })

    test.each<[tampering: string, breach: [AuditRule, number, number]]>([
      ['update users set quota = quota + 7', ['balance + open holds = sum of entries, for every user', 750, 757]],
      [
        'update tokens set remain_quota = remain_quota - 7',
        ['cap + open holds = sum of entries, for every token', 350, 343],
      ],
      ['update users set used_quota = 0', ['used quota = requests charged, for every user', 250, 0]],
      ['update tokens set used_quota = 1', ['used quota = requests charged, for every token', 250, 1]],
      ['update channels set used_quota = 2', ['used quota = requests charged, for every channel', 250, 2]],
      ['update users set request_count = 3', ['request count = requests charged, for every user', 1, 3]],
      ['update logs set quota = 249', ['log rows = requests charged, for every user', 250, 249]],
      ['update users set aff_quota = 4', ['invite earnings = sum of entries, for every user', 0, 4]],
      ['update users set aff_history_quota = 5', ['earned by invites = earnings entered, for every user', 0, 5]],
      [`update holds set created_at = ${NOW - 90_000}`, ['no hold is older than a day', 86_400, 90_000]],
    ])('finds changes outside the ledger: %s', async (tampering, [rule, expected, found]) => {
      await sql.raw(tampering).execute(app.storage.db)
      expect(await app.findings()).toEqual([{ rule, id: 1, expected, found }])
    })

    test('finds a balance below zero', async () => {
      await sql`update users set quota = -1`.execute(app.storage.db)
      expect(await app.findings()).toContainEqual({ rule: 'no balance is below zero', id: 1, expected: 0, found: -1 })
    })

    test('takes log rows that were cleaned up for no mistake', async () => {
      const hold = app.hold(payer, 10)
      await app.ledger.reserve(hold)
      const later = app.settlement(payer, hold, 10)
      await app.ledger.settle({ ...later, log: { ...later.log, created_at: NOW + 60 } })
      await sql`delete from logs where created_at < ${NOW + 60}`.execute(app.storage.db)
      expect(await app.findings()).toEqual([])
      await sql`delete from logs`.execute(app.storage.db)
      expect(await app.findings()).toEqual([])
    })
  })
}
