import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AuditRule } from '@tollgate/contract'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { carveSlice } from './index.ts'
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

    test('finds nothing if only the ledger made changes', async () => {
      expect(await app.findings()).toEqual([])
    })

    test.each<[tampering: string, breach: [AuditRule, number, number]]>([
      ['update users set quota = quota + 7', ['balance = sum of entries, for every user', 750, 757]],
      ['update tokens set remain_quota = remain_quota + 7', ['cap = sum of entries, for every token', 350, 357]],
      ['update users set used_quota = 0', ['used quota = requests charged, for every user', 250, 0]],
      ['update tokens set used_quota = 1', ['used quota = requests charged, for every token', 250, 1]],
      ['update channels set used_quota = 2', ['used quota = requests charged, for every channel', 250, 2]],
      ['update users set request_count = 3', ['request count = requests charged, for every user', 1, 3]],
      ['update logs set quota = 249', ['log rows = requests charged, for every user', 250, 249]],
      ['update users set aff_quota = 4', ['invite earnings = sum of entries, for every user', 0, 4]],
      ['update users set aff_history_quota = 5', ['earned by invites = earnings entered, for every user', 0, 5]],
      [
        "update leases set spent = spent - 3 where account = 'user'",
        ['leased = sum of leases, for every user', 753, 750],
      ],
      [
        "update leases set spent = spent - 3 where account = 'token'",
        ['leased = sum of leases, for every token', 353, 350],
      ],
    ])('finds changes outside the ledger: %s', async (tampering, [rule, expected, found]) => {
      await sql.raw(tampering).execute(app.storage.db)
      expect(await app.findings()).toEqual([{ rule, id: 1, expected, found }])
    })

    test.each([
      ['a lost parent', 'parent_id = 999'],
      ['another depth', 'depth = 2'],
      ['another tree', 'root_id = 999'],
      ['no cap', 'unlimited_quota = 1'],
      ['a frozen parent that it does not know of', 'frozen = 1'],
      ['another user', 'user_id = 999'],
    ])('finds a child key that does not fit its parent: %s', async (_, wrong) => {
      const id = await makeChildOf(payer)
      expect(await app.findings()).toEqual([])
      await sql`update tokens set ${sql.raw(wrong)} where id = ${id}`.execute(app.storage.db)
      const rules: AuditRule[] = (await app.findings()).map(({ rule }) => rule)
      expect(rules).toContain('every child key fits its parent')
    })

    test('finds a child key that outlives its parent', async () => {
      const id = await makeChildOf(payer)
      await sql`update tokens set deleted_at = 1 where id = ${payer.tokenId}`.execute(app.storage.db)
      expect(await app.findings()).toEqual([{ rule: 'every child key fits its parent', id, expected: 1, found: 1 }])
    })

    test('finds a child key’s quota of unknown origin', async () => {
      const id = await makeChildOf(payer)
      await sql`update ledger_entries set token_amount = 70 where kind = 'slice' and token_id = ${id}`.execute(
        app.storage.db,
      )
      const rule = 'what child keys took and gave back came from their tree'
      expect(await app.findings()).toContainEqual({ rule, id: payer.tokenId, expected: 0, found: 20 })
    })

    /** Makes a child key with a slice of 50. */
    async function makeChildOf({ userId, tokenId }: Payer): Promise<number> {
      const { db } = app.storage
      await app.ledger.recall('token', tokenId)
      const key = { key_fingerprint: 'child', key_sealed: '', key_hint: '', name: 'child', created_time: 1 }
      const place = { parent_id: tokenId, root_id: tokenId, depth: 1, is_carved: 1 }
      const { id } = await db
        .insertInto('tokens')
        .values({ user_id: userId, ...key, ...place })
        .returning('id')
        .executeTakeFirstOrThrow()
      await inTransaction(db, db => carveSlice(db, { parentId: tokenId, childId: id, amount: 50, now: NOW }))
      return id
    }

    test('finds a balance below its leased amount', async () => {
      await sql`update users set quota = 749`.execute(app.storage.db)
      const rule = 'no balance is below what is leased of it'
      expect(await app.findings()).toContainEqual({ rule, id: 1, expected: 750, found: 749 })
    })

    test('finds leases of a node that is gone', async () => {
      await sql`delete from nodes`.execute(app.storage.db)
      const rule = 'no lease is left by a node that is gone'
      expect((await app.findings()).map(finding => finding.rule)).toEqual([rule, rule])
    })

    test('counts a node as gone after a day of silence', async () => {
      const seenAt = (seconds: number) => sql`update nodes set seen_at = ${seconds * 1000}`.execute(app.storage.db)
      await seenAt(NOW - 86_400)
      expect(await app.findings()).toEqual([])
      await seenAt(NOW - 86_401)
      const silent = {
        rule: 'no lease is left by a node that is gone',
        id: 1,
        expected: 86_400,
        found: 86_401,
      } as const
      expect(await app.findings()).toEqual([silent, silent])
    })

    test.each<[tampering: string, what: RegExp]>([
      [`update ledger_entries set user_amount = user_amount - 1 where kind = 'request'`, /^request:.* was changed$/],
      [`update ledger_entries set created_at = 1 where kind = 'request'`, /^request:.* was changed$/],
      [`update ledger_entries set reference = 'other' where kind = 'request'`, /^other was changed$/],
      [`delete from ledger_entries where kind = 'request'`, /^entry 0 of link 1 of chain .*, made at .*Z, is gone$/],
      [
        `delete from ledger_entries where kind = 'grant'`,
        /^entry 0 of link 1 of chain accounts, made at .*Z, is gone$/,
      ],
      [
        `insert into ledger_entries (reference, kind, user_id, user_amount, created_at) values ('gift:1', 'gift', 1, 0, 1)`,
        /^gift:1 was added$/,
      ],
      [
        `delete from ledger_links where chain = 'accounts' and link = 1`,
        /^link 2 of chain accounts follows link 0: some are gone$/,
      ],
      [
        `update ledger_links set digests = '[]' where chain <> '' and chain <> 'accounts'`,
        /^link 1 of chain .* was changed$/,
      ],
      [`update ledger_links set digests = 'none' where chain = 'accounts'`, /^link 1 of chain accounts was changed$/],
    ])('finds what was done to a chain: %s', async (tampering, what) => {
      await sql.raw(tampering).execute(app.storage.db)
      const broken = (await app.findings()).filter(({ rule }) => rule === 'every entry is what its chain says')
      expect(broken.map(finding => finding.what)).toContainEqual(expect.stringMatching(what))
    })

    test('accepts that log rows were cleaned up', async () => {
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
