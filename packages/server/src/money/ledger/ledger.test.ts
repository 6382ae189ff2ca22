import { afterAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { credit, DatabaseUnavailable, InsufficientBalance, LedgerRefusal, setBalance, setTokenCap } from './index.ts'
import { consumeRow, makeLedgerFixture, NOW, openTestLedger } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`the ledger on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open(), { requestPatienceMs: 2_000 })
    const { ledger, storage } = app
    const { db } = storage
    afterAll(async () => {
      expect(await app.findings()).toEqual([])
      await app.close()
    })

    test('a settled request is charged once, with its row and all counters', async () => {
      const payer = await app.payer({ balance: 1000, cap: 500 })
      const hold = app.hold(payer, 300)
      expect(await ledger.reserve(hold)).toEqual({ granted: 300, left: 200 })
      expect(await app.state(payer)).toMatchObject({ balance: 700, cap: 200, holds: 300 })

      expect(await ledger.settle(app.settlement(payer, hold, 120))).toEqual({ quota: 120, balance: 880 })
      expect(await app.state(payer)).toEqual({
        balance: 880,
        used: 120,
        requests: 1,
        cap: 380,
        tokenUsed: 120,
        channelUsed: 120,
        holds: 0,
        logged: 120,
      })
      expect(await app.figures(payer)).toEqual([
        { model_name: 'm', created_at: NOW - (NOW % 3600), count: 1, quota: 120 },
      ])
    })

    test('of two hundred concurrent calls with money for twenty, exactly twenty are held', async () => {
      const payer = await app.payer({ balance: 20 * 50 + 49, cap: 1_000_000 })
      const answers = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(app.hold(payer, 50))))
      expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(20)
      expect(answers.filter(answer => answer === 'user_quota_insufficient')).toHaveLength(180)
      expect(await app.state(payer)).toMatchObject({ balance: 49, holds: 1000 })
    })

    test('of two hundred concurrent calls on a token capped for twenty, exactly twenty are held', async () => {
      const payer = await app.payer({ balance: 1_000_000, cap: 20 * 50 })
      const answers = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(app.hold(payer, 50))))
      expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(20)
      expect(answers.filter(answer => answer === 'token_quota_insufficient')).toHaveLength(180)
    })

    test('a settlement repeated ten times charges once, and is refused with another amount, channel or user', async () => {
      const payer = await app.payer({ balance: 1000 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      const settlement = app.settlement(payer, hold, 120)
      const charges = await Promise.all(Array.from({ length: 10 }, () => ledger.settle(settlement)))
      expect(charges).toEqual(Array(10).fill({ quota: 120, balance: 880 }))
      expect(await ledger.settle(settlement)).toEqual({ quota: 120, balance: 880 })
      const other = await app.payer({ balance: 1000 })
      for (const otherwise of [
        app.settlement(payer, hold, 121),
        { ...settlement, channelId: other.channelId },
        { ...settlement, log: { ...settlement.log, user_id: other.userId } },
      ])
        expect(await ledger.settle(otherwise).catch(error => error)).toBeInstanceOf(LedgerRefusal)
      expect(await app.state(payer)).toMatchObject({ balance: 880, used: 120, requests: 1, logged: 120 })
      expect(await app.state(other)).toMatchObject({ balance: 1000, used: 0, channelUsed: 0, logged: 0 })
    })

    test('a request cannot reserve twice or after it was settled', async () => {
      const payer = await app.payer({ balance: 1000 })
      const hold = app.hold(payer, 100)
      await ledger.reserve(hold)
      expect(await rejection(ledger.reserve(hold))).toBeInstanceOf(Error)
      await ledger.settle(app.settlement(payer, hold, 60))
      expect(await rejection(ledger.reserve(hold))).toBeInstanceOf(LedgerRefusal)
      expect(await app.state(payer)).toMatchObject({ balance: 940, holds: 0 })
    })

    test('a released request costs nothing and can no longer be settled', async () => {
      const payer = await app.payer({ balance: 1000, cap: 800 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      const row = { ...consumeRow(payer, 0), type: LOG_TYPE.error }
      await Promise.all([1, 2, 3].map(() => ledger.release(hold.requestId, row)))
      expect(await rejection(ledger.settle(app.settlement(payer, hold, 10)))).toBeInstanceOf(LedgerRefusal)
      expect(await app.state(payer)).toMatchObject({ balance: 1000, cap: 800, used: 0, requests: 0, holds: 0 })
      expect(await db.selectFrom('logs').where('user_id', '=', payer.userId).select('type').execute()).toEqual([
        { type: LOG_TYPE.error },
      ])
    })

    test('a late settlement, however often repeated, charges a released request once, and the rest is owed', async () => {
      const payer = await app.payer({ balance: 1000, cap: 400 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      await ledger.release(hold.requestId)
      const late = { ...app.settlement(payer, hold, 1_300), isLate: true }
      const charges = await Promise.all(Array.from({ length: 5 }, () => ledger.settle(late)))
      expect(charges).toEqual(Array(5).fill({ quota: 1000, balance: 0 }))
      expect(await rejection(ledger.settle({ ...late, quota: 5 }))).toBeInstanceOf(LedgerRefusal)
      expect(await app.state(payer)).toMatchObject({ balance: 0, cap: 0, used: 1300, requests: 1, holds: 0 })
      expect(await app.findings()).toEqual([])
    })

    test('a late settlement of a request that still has its hold is a normal settlement', async () => {
      const payer = await app.payer({ balance: 1000, cap: 800 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      const late = { ...app.settlement(payer, hold, 120), isLate: true }
      expect(await ledger.settle(late)).toEqual({ quota: 120, balance: 880 })
      expect(await app.state(payer)).toMatchObject({ balance: 880, cap: 680, used: 120, requests: 1, holds: 0 })
    })

    test('a hold grows as far as the wallet and the cap allow', async () => {
      const payer = await app.payer({ balance: 1000, cap: 500 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      expect(await ledger.extend(hold.requestId, { least: 100, most: 900 })).toEqual({ granted: 200, left: 0 })
      expect(await ledger.extend(hold.requestId, { least: 1, most: 9 })).toBe('token_quota_insufficient')
      expect(await app.state(payer)).toMatchObject({ balance: 500, cap: 0, holds: 500 })
      await ledger.settle(app.settlement(payer, hold, 450))
      expect(await app.state(payer)).toMatchObject({ balance: 550, cap: 50, holds: 0 })
      expect(await rejection(ledger.extend(hold.requestId, { least: 1, most: 1 }))).toBeInstanceOf(LedgerRefusal)
    })

    test('the amount that the wallet cannot pay is owed, and the row says so', async () => {
      const payer = await app.payer({ balance: 100 })
      const hold = app.hold(payer, 60)
      await ledger.reserve(hold)
      const settlement = app.settlement(payer, hold, 130)
      expect(await ledger.settle(settlement)).toEqual({ quota: 100, balance: 0 })
      expect(await ledger.settle(settlement)).toEqual({ quota: 100, balance: 0 })
      expect(await app.state(payer)).toMatchObject({ balance: 0, used: 130, logged: 100, channelUsed: 130 })
      const row = await db
        .selectFrom('logs')
        .select('other')
        .where('user_id', '=', payer.userId)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.other)).toEqual({ uncollected: 30 })
    })

    test('a cap lowered meanwhile limits spending but gives no discount', async () => {
      const payer = await app.payer({ balance: 1000, cap: 100 })
      const hold = app.hold(payer, 100)
      await ledger.reserve(hold)
      await ledger.recall('token', payer.tokenId)
      expect(await setTokenCap(db, { tokenId: payer.tokenId, remain: 0, now: NOW })).toEqual({
        before: 100,
        after: 100,
      })
      await ledger.settle(app.settlement(payer, hold, 150))
      expect(await app.state(payer)).toMatchObject({ balance: 850, cap: 0, tokenUsed: 150 })
    })

    test('a playground request without a token is charged to its user', async () => {
      const payer = await app.payer({ balance: 100, cap: 0 })
      const hold = { ...app.hold(payer, 60), tokenId: 0 }
      expect(await ledger.reserve(hold)).toEqual({ granted: 60, left: 40 })
      await ledger.settle(app.settlement(payer, hold, 50))
      expect(await app.state(payer)).toMatchObject({ balance: 50, cap: 0, tokenUsed: 0 })
    })

    test('an amount that is not whole quota is refused at once', async () => {
      const hold = {
        requestId: 'r',
        userId: 1,
        tokenId: 0,
        context: app.hold({ userId: 1, tokenId: 0, channelId: 0 }, 1).context,
      }
      for (const amount of [-1, 0.5, Number.NaN, 2 ** 60]) {
        expect(await rejection(ledger.reserve({ ...hold, amount: { least: amount, most: amount } }))).toBeInstanceOf(
          RangeError,
        )
      }
    })

    test('a row that the database cannot accept is repaired, not lost', async () => {
      const payer = await app.payer({ balance: 100 })
      const hold = app.hold(payer, 50)
      await ledger.reserve(hold)
      const settlement = app.settlement(payer, hold, 20)
      const log = { ...settlement.log, content: 'a\0b\ud800', prompt_tokens: 1.5, use_time: Number.NaN }
      await ledger.settle({ ...settlement, log })
      const columns = ['content', 'prompt_tokens', 'use_time', 'quota'] as const
      expect(await db.selectFrom('logs').select(columns).where('user_id', '=', payer.userId).execute()).toEqual([
        { content: 'a\ufffdb\ufffd', prompt_tokens: 1, use_time: 0, quota: 20 },
      ])
    })

    test('rows that move no money keep their order', async () => {
      const payer = await app.payer({ balance: 0 })
      for (let index = 0; index < 100; index++) {
        ledger.record({ ...consumeRow(payer, 0), type: LOG_TYPE.error, content: String(index) })
      }
      const written = () =>
        db.selectFrom('logs').select('content').where('user_id', '=', payer.userId).orderBy('id').execute()
      const rows = await until(written, found => found.length === 100)
      expect(rows.map(row => Number(row.content))).toEqual(Array.from({ length: 100 }, (_, index) => index))
    })

    test('a credit happens once for each reference and never takes a balance below zero', async () => {
      const { userId } = await app.payer({ balance: 100 })
      const gift = { userId, amount: 50, reference: `gift:${userId}`, now: NOW }
      expect(await Promise.all([1, 2, 3, 4].map(() => credit(db, gift)))).toContainEqual({ collected: 0 })
      expect(await credit(db, gift)).toBeNull()
      expect(await rejection(credit(db, { ...gift, amount: -151, reference: `fine:${userId}` }))).toBeInstanceOf(
        InsufficientBalance,
      )
      expect(await credit(db, { ...gift, amount: -150, reference: `fee:${userId}` })).toEqual({ collected: 0 })
      expect(await setBalance(db, { userId, balance: 70, now: NOW })).toEqual({ before: 0, after: 70 })
      const user = await db.selectFrom('users').select('quota').where('id', '=', userId).executeTakeFirstOrThrow()
      expect(user).toEqual({ quota: 70 })
    })

    test('a user and a token deleted while their request runs still pay for it once', async () => {
      const payer = await app.payer({ balance: 1000, cap: 500 })
      const hold = app.hold(payer, 300)
      await ledger.reserve(hold)
      await db.updateTable('users').set({ deleted_at: NOW }).where('id', '=', payer.userId).execute()
      await db.updateTable('tokens').set({ deleted_at: NOW }).where('id', '=', payer.tokenId).execute()
      for (let time = 0; time < 2; time++) await ledger.settle(app.settlement(payer, hold, 120))
      expect(await app.state(payer)).toMatchObject({ balance: 880, used: 120, cap: 380, holds: 0, logged: 120 })
    })

    test('a balance that is set and credited while it is being spent loses nothing', async () => {
      const payer = await app.payer({ balance: 10_000, cap: 10_000 })
      const spend = async () => {
        const hold = app.hold(payer, 100)
        await ledger.reserve(hold)
        await ledger.settle(app.settlement(payer, hold, 70))
      }
      const edits = [
        setBalance(db, { userId: payer.userId, balance: 20_000, now: NOW }),
        setTokenCap(db, { tokenId: payer.tokenId, remain: 20_000, now: NOW }),
        ...[1, 2, 3].map(time =>
          credit(db, { userId: payer.userId, amount: 100, reference: `manage:${payer.userId}:${time}`, now: NOW }),
        ),
      ]
      await Promise.all([...Array.from({ length: 30 }, spend), ...edits, ...Array.from({ length: 30 }, spend)])
      expect(await app.state(payer)).toMatchObject({ used: 60 * 70, requests: 60, holds: 0 })
    })

    test('a database that refuses for a while delays settlements and refuses new requests', async () => {
      const payer = await app.payer({ balance: 1000 })
      const hold = app.hold(payer, 100)
      await ledger.reserve(hold)
      const restore = await takeAway()
      const settling = ledger.settle(app.settlement(payer, hold, 40))
      const refused = await until(
        () => Promise.resolve(ledger.reserve(app.hold(payer, 1))).catch(error => error),
        answer => answer instanceof Error,
      )
      expect(refused).toBeInstanceOf(DatabaseUnavailable)
      for (const { requestId } of [...ledger.holds()].filter(({ userId }) => userId === payer.userId))
        if (requestId !== hold.requestId) await ledger.release(requestId)
      await restore()
      expect(await settling).toEqual({ quota: 40, balance: 960 })
      await until(
        () => app.state(payer),
        ({ holds }) => holds === 0,
      )
      expect(await app.state(payer)).toMatchObject({ balance: 960, used: 40, logged: 40 })
    })

    test('as much as possible is held, and less than the least is refused', async () => {
      const payer = await app.payer({ balance: 1000, cap: 500 })
      const wants = (least: number, most: number) => ({ ...app.hold(payer, 0), amount: { least, most } })
      const answers = await Promise.all([wants(10, 400), wants(10, 400), wants(1, 400)].map(ledger.reserve))
      expect(answers).toEqual([{ granted: 400, left: 100 }, { granted: 100, left: 0 }, 'token_quota_insufficient'])
      expect(await app.state(payer)).toMatchObject({ balance: 500, cap: 0, holds: 500 })
      expect(await rejection(ledger.reserve(wants(2, 1)))).toBeInstanceOf(RangeError)
    })

    test('holds of a dead process are released, with a row that says so', async () => {
      const dead = await openTestLedger(storage)
      const payer = await app.payer({ balance: 1000, cap: 900 })
      await dead.reserve(app.hold(payer, 300))
      await dead.reserve(app.hold(payer, 100))
      // Without its node row and with open holds, it counts as dead.
      await dead.close()

      const next = kind === 'sqlite' ? await openTestLedger(storage) : ledger
      await until(
        () => app.state(payer),
        ({ holds }) => holds === 0,
      )
      if (next !== ledger) await next.close()
      expect(await app.state(payer)).toMatchObject({ balance: 1000, cap: 900, used: 0, requests: 0 })
      const written = () =>
        db.selectFrom('logs').selectAll().where('user_id', '=', payer.userId).orderBy('content').execute()
      const rows = await until(written, found => found.length === 2)
      expect(rows).toMatchObject([
        { type: LOG_TYPE.error, quota: 0, model_name: 'm', content: expect.stringContaining('100 quota') },
        { type: LOG_TYPE.error, quota: 0, model_name: 'm', content: expect.stringContaining('300 quota') },
      ])
    })

    // SQLite knows one node only.
    if (kind === 'postgres')
      test('two concurrent nodes never spend the same money twice', async () => {
        const other = await openTestLedger(storage)
        const payer = await app.payer({ balance: 20 * 50, cap: 1_000_000 })
        const nodes = [ledger, other]
        const answers = await Promise.all(
          Array.from({ length: 200 }, async (_, index) => {
            const node = nodes[index % 2] ?? ledger
            const hold = app.hold(payer, 50)
            const answer = await node.reserve(hold)
            if (typeof answer !== 'string') await node.settle(app.settlement(payer, hold, 50))
            return answer
          }),
        )
        expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(20)
        expect(await app.state(payer)).toMatchObject({ balance: 0, used: 1000, channelUsed: 1000, requests: 20 })
        await other.close()
      })

    // SQLite knows one node only.
    if (kind === 'postgres')
      test('a living node keeps its holds for any time', async () => {
        const other = await openTestLedger(storage)
        const payer = await app.payer({ balance: 1000 })
        const hold = app.hold(payer, 300)
        await other.reserve(hold)
        const orphan = await openTestLedger(storage)
        await orphan.reserve(app.hold(payer, 200))
        await orphan.close()
        await until(
          () => app.state(payer),
          ({ holds }) => holds === 300,
        )
        await other.settle(app.settlement(payer, hold, 300))
        expect(await app.state(payer)).toMatchObject({ balance: 700, used: 300 })
        await other.close()
      })

    /** Makes SQLite's disk refuse writes or PostgreSQL refuse connections. Returns a function that undoes it. */
    async function takeAway(): Promise<() => Promise<void>> {
      if (kind === 'sqlite') {
        await sql`pragma query_only = on`.execute(db)
        return async () => {
          await sql`pragma query_only = off`.execute(db)
        }
      }
      return app.closeToConnections()
    }
  })
}
