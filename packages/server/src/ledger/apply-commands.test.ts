import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { KyselyPlugin, Transaction } from 'kysely'
import { databases } from '../../test/support/databases.ts'
import type { Tables } from '../storage/schema.ts'
import { onConnection } from '../storage/statements.ts'
import { applyCommands } from './apply-commands.ts'
import { type LedgerCommand, LedgerRefusal } from './commands.ts'
import { setBalance, setTokenCap } from './index.ts'
import { type LedgerFixture, makeLedgerFixture, NOW } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`a group of commands on ${kind}`, () => {
    let app: LedgerFixture
    beforeAll(async () => {
      app = await makeLedgerFixture(await open())
    })
    afterAll(() => app.close())

    const apply = (commands: LedgerCommand[]) =>
      app.storage.db
        .transaction()
        .execute(db =>
          onConnection(db, on =>
            applyCommands(on, commands, { kind, node: 'n', now: NOW, keepsLogs: true, keepsFigures: true }),
          ),
        )

    test('is carried out in its order; one that is refused concerns itself alone', async () => {
      const payer = await app.payer({ balance: 100 })
      const [hold, other] = [app.hold(payer, 30), app.hold(payer, 80)]
      const outcomes = await apply([
        { kind: 'reserve', ...hold },
        { kind: 'extend', requestId: 'unknown', amount: { least: 1, most: 1 } },
        { kind: 'reserve', ...hold },
        { kind: 'reserve', ...other },
        { kind: 'extend', requestId: hold.requestId, amount: { least: 5, most: 5 } },
        { kind: 'settle', ...app.settlement(payer, hold, 20) },
        { kind: 'release', requestId: 'unknown', log: undefined },
        { kind: 'record', log: app.settlement(payer, hold, 0).log },
      ])
      expect(outcomes).toEqual([
        { value: { granted: 30, left: 70 } },
        { error: expect.any(LedgerRefusal) },
        { error: expect.any(LedgerRefusal) },
        { value: 'user_quota_insufficient' },
        { value: { granted: 5, left: 65 } },
        { value: { quota: 20, balance: 80 } },
        { value: undefined },
        { value: undefined },
      ])
      expect(await app.state(payer)).toMatchObject({ balance: 80, used: 20, requests: 1, holds: 0 })
    })

    test('fails whole where one of it fails for any other reason', async () => {
      const payer = await app.payer({ balance: 100 })
      const hold = app.hold(payer, 30)
      const settlement = app.settlement(payer, hold, 500)
      const broken = { ...settlement, log: { ...settlement.log, other: 'no JSON' } }
      const commands: LedgerCommand[] = [
        { kind: 'reserve', ...hold },
        { kind: 'settle', ...broken },
      ]
      expect(await apply(commands).catch(error => error)).toBeInstanceOf(SyntaxError)
      expect(await app.state(payer)).toMatchObject({ balance: 100, requests: 0, holds: 0 })
    })

    test('changes nobody else', async () => {
      const [payer, other] = [await app.payer({ balance: 100, cap: 50 }), await app.payer({ balance: 100, cap: 50 })]
      const [mine, theirs] = [app.hold(payer, 30), app.hold(other, 40)]
      await apply([
        { kind: 'reserve', ...mine },
        { kind: 'reserve', ...theirs },
      ])
      await apply([{ kind: 'extend', requestId: mine.requestId, amount: { least: 10, most: 10 } }])
      expect(await app.state(payer)).toMatchObject({ balance: 60, cap: 10, holds: 40 })
      await apply([{ kind: 'release', requestId: mine.requestId, log: undefined }])
      expect(await app.state(payer)).toMatchObject({ balance: 100, cap: 50, holds: 0 })
      expect(await app.state(other)).toMatchObject({ balance: 60, cap: 10, holds: 40 })
    })
  })

  test(`a balance or a cap that changes between reading and setting is read again on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open())
    const { db } = app.storage
    const { userId, tokenId } = await app.payer({ balance: 100, cap: 50 })
    const before = await db
      .transaction()
      .execute(async db => [
        await setBalance(readingStale(db, 'quota'), { userId, balance: 10, now: NOW }),
        await setTokenCap(readingStale(db, 'remain_quota'), { tokenId, remain: 20, now: NOW }),
      ])
    expect(before).toEqual([100, 50])
    const entries = await db
      .selectFrom('ledger_entries')
      .select(['user_amount', 'token_amount'])
      .where('created_at', '=', NOW)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { user_amount: 10 - 100, token_amount: 0 },
      { user_amount: 0, token_amount: 20 - 50 },
    ])
    await app.close()
  })
}

/** A transaction whose first reading of a column is one that somebody else has changed since. */
function readingStale(db: Transaction<Tables>, column: string): Transaction<Tables> {
  let isRead = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isRead || !result.rows.some(row => column in row)) return result
      isRead = true
      return { ...result, rows: result.rows.map(row => ({ ...row, [column]: Number(row[column]) - 7 })) }
    },
  }
  return db.withPlugin(plugin) as Transaction<Tables>
}
