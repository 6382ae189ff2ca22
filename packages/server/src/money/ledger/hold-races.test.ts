import { afterAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { databases } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { DatabaseUnavailable, LedgerRefusal } from './index.ts'
import { nodeStore } from './node.ts'
import { consumeRow, makeLedgerFixture, type Payer } from './testing.ts'

const ALL = { least: 1, most: 1_000_000 }

for (const { kind, open } of databases()) {
  describe(`concurrent changes of a hold on ${kind}`, async () => {
    const app = await makeLedgerFixture(await open(), { requestPatienceMs: 2_000 })
    const { ledger, storage } = app
    afterAll(async () => {
      expect(await app.findings()).toEqual([])
      await app.close()
    })

    /** Returns what a payer could reserve now: exactly what is neither held nor spent. */
    async function reservable(payer: Payer): Promise<number> {
      const hold = { ...app.hold(payer, 0), amount: ALL }
      const answer = await ledger.reserve(hold)
      if (typeof answer === 'string') return 0
      await ledger.release(hold.requestId)
      return answer.granted
    }

    /** Locks a payer's rows like a slow transaction, until the returned function is called. */
    async function lock({ userId }: Payer): Promise<() => Promise<void>> {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const transaction = storage.db.transaction().execute(async db => {
        await db.updateTable('users').set({ display_name: 'locked' }).where('id', '=', userId).execute()
        begin()
        await ended
      })
      await begun
      return async () => {
        end()
        await transaction
      }
    }

    /** Gives this node up, like another node would. Returns its id. */
    async function giveUp(): Promise<string> {
      const nodes = nodeStore(storage.ledger, kind)
      const before = ledger.node()
      const seen = async () => (await nodes.others('')).find(({ id }) => id === before)
      // a heartbeat may come in between
      for (let row = await seen(); row && !(await nodes.giveUp(row)); ) row = await seen()
      return before
    }

    test('return everything once if it is released or settled while it is extended', async () => {
      for (const end of ['release', 'settle'] as const) {
        const payer = await app.payer({ balance: 1000, cap: 900 })
        const hold = app.hold(payer, 100)
        await ledger.reserve(hold)
        const extending = rejection(ledger.extend(hold.requestId, { least: 50, most: 50 }))
        if (end === 'release') await ledger.release(hold.requestId)
        else await ledger.settle(app.settlement(payer, hold, 0))
        expect(await extending).toBeInstanceOf(LedgerRefusal)
        expect(await reservable(payer)).toBe(900)
      }
    })

    test('return everything once if it is released during a lease for it', async () => {
      const payer = await app.payer({ balance: 1000, cap: 900 })
      const hold = app.hold(payer, 100)
      await ledger.reserve(hold)
      ledger.refresh('user', payer.userId)
      const unlock = await lock(payer)
      const extending = rejection(ledger.extend(hold.requestId, { least: 50, most: 50 }))
      await Bun.sleep(20)
      await ledger.release(hold.requestId)
      await unlock()
      expect(await extending).toBeInstanceOf(LedgerRefusal)
      expect(await reservable(payer)).toBe(900)
    })

    test('leave nothing reserved for a caller that gave up waiting', async () => {
      const payer = await app.payer({ balance: 1000 })
      await reservable(payer)
      ledger.refresh('user', payer.userId)
      const unlock = await lock(payer)
      const hold = app.hold(payer, 400)
      expect(await rejection(ledger.reserve(hold))).toBeInstanceOf(DatabaseUnavailable)
      await unlock()
      expect(await reservable(payer)).toBe(1000)
      expect([...ledger.holds()]).toEqual([])
    })

    test('end an answer that needs more than its worst case', async () => {
      const payer = await app.payer({ balance: 1000 })
      const hold = { ...app.hold(payer, 0), amount: { least: 2000, most: 2000, worst: 10 } }
      expect(await ledger.reserve(hold)).toBe('user_quota_insufficient')
    })

    test('charge the wallet if it was lost with its process', async () => {
      const payer = await app.payer({ balance: 1000 })
      const lost = app.hold(payer, 100)
      expect(await ledger.settle({ ...app.settlement(payer, lost, 70), isLate: true })).toMatchObject({ quota: 70 })
      expect(await app.state(payer)).toMatchObject({ balance: 930, used: 70 })
    })

    test('let a settlement above its hold be paid while others reserve the rest', async () => {
      for (let round = 0; round < 5; round++) {
        const payer = await app.payer({ balance: 1000 })
        const hold = app.hold(payer, 100)
        await ledger.reserve(hold)
        ledger.refresh('user', payer.userId)
        const settling = ledger.settle(app.settlement(payer, hold, 300))
        const others = await Promise.all(
          Array.from({ length: 20 }, async () => {
            const answer = await ledger.reserve(app.hold(payer, 90))
            return typeof answer === 'string' ? 0 : answer.granted
          }),
        )
        const { quota } = await settling
        const held = others.reduce((sum, granted) => sum + granted, 0)
        expect(quota + held).toBeLessThanOrEqual(1000)
        expect(await app.state(payer)).toMatchObject({ balance: 1000 - quota - held, used: quota })
      }
    })

    test('write a failed call’s row although its node was given up meanwhile', async () => {
      const payer = await app.payer({ balance: 1000 })
      const hold = app.hold(payer, 100)
      await ledger.reserve(hold)
      await giveUp()
      await ledger.release(hold.requestId, { ...consumeRow(payer, 0), type: LOG_TYPE.error })
      const rows = storage.db.selectFrom('logs').select('type').where('user_id', '=', payer.userId)
      expect(await rows.execute()).toEqual([{ type: LOG_TYPE.error }])
    })

    test('make a node given up while many calls wait rejoin once and charge its decided calls late', async () => {
      // Patient enough for calls to wait for a busy database instead of giving up.
      const app = await makeLedgerFixture(await open(), { requestPatienceMs: 20_000 })
      const { ledger, storage } = app
      const payers = await Promise.all(Array.from({ length: 20 }, () => app.payer({ balance: 1000 })))
      const early = payers.slice(0, 3).map(payer => app.hold(payer, 100))
      await Promise.all(early.map(hold => ledger.reserve(hold)))
      const before = await giveUp()
      const settling = early.map((hold, index) => ledger.settle(app.settlement(payers[index] as Payer, hold, 100)))
      const answers = await Promise.all(payers.map(payer => ledger.reserve(app.hold(payer, 50))))
      expect(answers.every(answer => typeof answer !== 'string')).toBe(true)
      expect((await Promise.all(settling)).map(({ quota }) => quota)).toEqual([100, 100, 100])
      expect(ledger.node()).not.toBe(before)
      const rows = await storage.db.selectFrom('nodes').select('id').execute()
      expect(rows).toEqual([{ id: ledger.node() }])
      expect(await app.findings()).toEqual([])
      await app.close()
    }, 30_000)
  })
}
