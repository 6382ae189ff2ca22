import { afterAll, describe, expect, test } from 'bun:test'
import { databases } from '../testing/databases.ts'
import { LedgerRefusal, setTokenCap } from './index.ts'
import { consumeRow, makeLedgerWorld } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`the ledger on ${kind}`, async () => {
    const world = await makeLedgerWorld(await open())
    afterAll(() => world.close())
    const { ledger } = world

    test('a settled request is charged once, with its row and all counters', async () => {
      const payer = await world.payer({ balance: 1000, cap: 500 })
      const hold = world.hold(payer, 300)
      expect(await ledger.reserve(hold)).toBe('held')
      expect(await world.state(payer)).toMatchObject({ balance: 700, cap: 200, holds: 300 })

      const settlement = {
        requestId: hold.requestId,
        quota: 120,
        channelId: payer.channelId,
        log: consumeRow(payer, 120),
      }
      expect(await ledger.settle(settlement)).toEqual({ quota: 120, balance: 880 })
      expect(await world.state(payer)).toEqual({
        balance: 880,
        used: 120,
        requests: 1,
        cap: 380,
        tokenUsed: 120,
        channelUsed: 120,
        holds: 0,
        logged: 120,
      })
    })

    test('two hundred at once with money for twenty: exactly twenty are held', async () => {
      const payer = await world.payer({ balance: 20 * 50 + 49, cap: 1_000_000 })
      const answers = await Promise.all(Array.from({ length: 200 }, () => ledger.reserve(world.hold(payer, 50))))
      expect(answers.filter(answer => answer === 'held')).toHaveLength(20)
      expect(answers.filter(answer => answer === 'user_quota_insufficient')).toHaveLength(180)
      expect(await world.state(payer)).toMatchObject({ balance: 49, holds: 1000 })
    })

    test('a settlement repeated ten times charges once, and another amount is refused', async () => {
      const payer = await world.payer({ balance: 1000 })
      const hold = world.hold(payer, 300)
      await ledger.reserve(hold)
      const settlement = {
        requestId: hold.requestId,
        quota: 120,
        channelId: payer.channelId,
        log: consumeRow(payer, 120),
      }
      await Promise.all(Array.from({ length: 10 }, () => ledger.settle(settlement)))
      expect(ledger.settle({ ...settlement, quota: 121 })).rejects.toThrow(LedgerRefusal)
      expect(await world.state(payer)).toMatchObject({ balance: 880, used: 120, requests: 1, logged: 120 })
    })

    test('a cap cut short meanwhile is no discount', async () => {
      const payer = await world.payer({ balance: 1000, cap: 100 })
      const hold = world.hold(payer, 100)
      await ledger.reserve(hold)
      await setTokenCap(world.storage.db, { tokenId: payer.tokenId, remain: 0, now: 1 })
      await ledger.settle({ requestId: hold.requestId, quota: 150, channelId: 0, log: consumeRow(payer, 150) })
      expect(await world.state(payer)).toMatchObject({ balance: 850, cap: 0, tokenUsed: 150 })
    })
  })
}
