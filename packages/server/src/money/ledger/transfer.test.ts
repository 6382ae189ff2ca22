import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, type Payer } from './testing.ts'
import { transfer, transferRest } from './transfer.ts'

for (const { kind, open } of databases()) {
  describe(`quota moved between users on ${kind}`, () => {
    let app: LedgerFixture
    let ann: Payer
    let team: Payer
    beforeEach(async () => {
      app = await makeLedgerFixture(await open())
      ann = await app.payer({ balance: 100 })
      team = await app.payer({ balance: 30 })
    })
    afterEach(() => app.close())

    const move = (from: Payer, to: Payer, amount: number, reference: `team-in:${string}` = 'team-in:1') =>
      transfer(app.storage.db, { fromId: from.userId, toId: to.userId, amount, reference, now: NOW })
    const standing = async () => {
      const users = app.storage.db.selectFrom('users').select(['quota', 'owed'])
      const rows = await users.where('id', 'in', [ann.userId, team.userId]).orderBy('id').execute()
      return rows.map(({ quota, owed }) => [quota, owed])
    }

    test('leaves one and reaches the other, by two entries', async () => {
      expect(await move(ann, team, 100)).toBe('moved')
      expect(await standing()).toEqual([
        [0, 0],
        [130, 0],
      ])
      expect(await move(team, ann, 130, 'team-in:2')).toBe('moved')
      const entries = app.storage.db.selectFrom('ledger_entries').select(['reference', 'user_amount'])
      expect(await entries.where('reference', 'like', 'team-in:1:%').orderBy('id').execute()).toEqual([
        { reference: 'team-in:1:from', user_amount: -100 },
        { reference: 'team-in:1:to', user_amount: 100 },
      ])
      expect(await app.findings()).toEqual([])
    })

    test('is never more than there is, or than nodes have left of it', async () => {
      expect(await move(ann, team, 101)).toBe('insufficient')
      await app.ledger.reserve(app.hold(ann, 40))
      expect(await move(ann, team, 100)).toBe('leased')
      expect((await standing())[1]).toEqual([30, 0])
      expect(await app.findings()).toEqual([])
    })

    test('takes the debt along once nothing is leased, and the receiver pays it', async () => {
      const { db } = app.storage
      const hold = app.hold(ann, 100)
      await app.ledger.reserve(hold)
      await app.ledger.settle(app.settlement(ann, hold, 120))
      await app.ledger.recall('user', ann.userId)
      const rest = { fromId: ann.userId, toId: team.userId, reference: 'team-out:1', now: NOW } as const
      expect(await transferRest(db, rest)).toBe(0)
      expect(await standing()).toEqual([
        [0, 0],
        [10, 0],
      ])
      expect(await app.findings()).toEqual([])
    })

    test('needs both users', async () => {
      const gone = { ...team, userId: 999 }
      expect(await move(ann, gone, 1).catch(error => error)).toBeInstanceOf(Error)
      expect(await app.findings()).toEqual([])
    })
  })
}
