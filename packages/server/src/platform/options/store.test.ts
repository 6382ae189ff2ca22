import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeSecrets } from '../secrets/secrets.ts'
import { optionStore } from './store.ts'

const secrets = makeSecrets('a key to test the option store with')

for (const { kind, open } of databases()) {
  describe(`the option store on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    test('keeps the last text of each key', async () => {
      const store = optionStore(database.storage.db, secrets)
      await store.save('SystemName', 'First')
      await store.save('SystemName', 'Second')
      await store.save('EpayKey', 'hush')
      expect(await store.load()).toEqual([
        { key: 'EpayKey', text: 'hush' },
        { key: 'SystemName', text: 'Second' },
      ])
    })

    test('encrypts secrets, and says when they cannot be decrypted', async () => {
      const { db } = database.storage
      await optionStore(db, secrets).save('EpayKey', 'hush')
      const stored = await db.selectFrom('options').select('value').where('key', '=', 'EpayKey').executeTakeFirst()
      expect(stored?.value).not.toContain('hush')
      const otherKey = optionStore(db, makeSecrets('another key, made by another start'))
      expect(await otherKey.load()).toContainEqual({ key: 'EpayKey', text: null })
    })
  })
}
