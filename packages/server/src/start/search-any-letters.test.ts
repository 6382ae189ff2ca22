import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testApp } from '../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { insertUser } from '../people/users/store.ts'
import { endpoints } from './app.ts'

/** The lists with a search by word, and the field that holds it. */
const LISTS = [
  ['/api/user/search?keyword=', 'username'],
  ['/api/token/search?keyword=', 'name'],
  ['/api/channel/search?keyword=', 'name'],
  ['/api/channel/search?model=', 'name'],
  ['/api/redemption/search?keyword=', 'name'],
  ['/api/plan/?keyword=', 'name'],
] as const
const NAME = 'Москва-Ёлка'

for (const { kind, open } of databases()) {
  describe(`names in any script on ${kind}`, () => {
    let database: TestDatabase
    let root: ConsoleClient

    beforeAll(async () => {
      database = await open()
      const app = await testApp(database)
      root = await signedIn(app, endpoints, 'root')
      const make = async (path: string, body: object) =>
        expect(await root('POST', path, { body }), path).toMatchObject({ success: true })
      await insertUser(app.db, { username: NAME, aff_code: 'a', created_at: 1 })
      await make('/api/token/', { name: NAME, unlimited_quota: true })
      await make('/api/channel/', { type: 1, name: NAME, key: 'k', models: `модель,${NAME}`, group: 'default' })
      await make('/api/redemption/', { name: NAME, quota: 1 })
      await make('/api/plan/', { name: NAME, price: 1, period: 'month', total: 1 })
    })
    afterAll(() => database.close())

    test.each(LISTS)('are found in any case by %s', async (path, field) => {
      for (const word of ['Москва', 'москва', 'МОСКВА', 'осква', 'ёлКА']) {
        const { data } = await root('GET', path + encodeURIComponent(word))
        const { items } = data as { items: Record<string, unknown>[] }
        expect({ [word]: items.map(row => row[field]) }).toEqual({ [word]: [NAME] })
      }
      const { data } = await root('GET', path + encodeURIComponent('масква'))
      expect(data).toMatchObject({ items: [] })
    })
  })
}
