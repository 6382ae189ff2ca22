import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import { bringTokens, bringUsers } from './bring-in.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, type Payer } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`accounts of another gateway on ${kind}`, () => {
    let app: LedgerFixture
    let payer: Payer
    beforeEach(async () => {
      app = await makeLedgerFixture(await open())
      payer = await app.payer({ balance: 0, cap: 0 })
    })
    afterEach(() => app.close())

    const unused = { usedQuota: 0, requestCount: 0, earningsLeft: 0, earningsEver: 0 }
    const bringUser = (more: Partial<Parameters<typeof bringUsers>[1][number]>) =>
      bringUsers(
        app.storage.db,
        [{ ...unused, userId: payer.userId, reference: 'import:user:1', balance: 0, ...more }],
        NOW,
      )
    const user = () => app.storage.db.selectFrom('users').selectAll().where('id', '=', payer.userId).executeTakeFirst()
    const token = () =>
      app.storage.db.selectFrom('tokens').selectAll().where('id', '=', payer.tokenId).executeTakeFirst()

    test('have their balances and earnings in their rows and in entries, and change no others', async () => {
      await app.payer({ balance: 5 })
      await bringUser({ balance: 70, earningsLeft: 20, earningsEver: 50 })
      expect(await user()).toMatchObject({ quota: 70, owed: 0, aff_quota: 20, aff_history_quota: 50 })
      expect(await app.findings()).toEqual([])
    })

    test('owe what their balances lack', async () => {
      await bringUser({ balance: -70 })
      expect(await user()).toMatchObject({ quota: 0, owed: 70 })
      expect(await app.findings()).toEqual([])
    })

    test('keep what they had used', async () => {
      await bringUser({ usedQuota: 900, requestCount: 8 })
      expect(await user()).toMatchObject({ used_quota: 900, request_count: 8 })
    })

    test.each([
      ['a cap', { remain: 40, isUnlimited: false }, { remain_quota: 40, owed: 0 }],
      ['a cap used beyond', { remain: -40, isUnlimited: false }, { remain_quota: 0, owed: 40 }],
      ['no cap', { remain: -40, isUnlimited: true }, { remain_quota: 0, owed: 0 }],
    ])('may have tokens with %s', async (_, capped, row) => {
      const { userId, tokenId } = payer
      await bringTokens(
        app.storage.db,
        [{ ...capped, userId, tokenId, reference: 'import:token:1', usedQuota: 0 }],
        NOW,
      )
      expect(await token()).toMatchObject(row)
      expect(await app.findings()).toEqual([])
    })
  })
}
