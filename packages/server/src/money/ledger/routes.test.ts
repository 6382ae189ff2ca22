import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import { credit } from './index.ts'

for (const { kind, open } of databases()) {
  describe(`the audit call on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    test('shows the super admin the sums of the books and what does not balance', async () => {
      const app = await testApp(database)
      const root = await signedIn(app, endpoints, 'root')
      const { id } = (await root('GET', '/api/user/self')).data as { id: number }
      await credit(app.db, { userId: id, amount: 500, reference: 'grant:test:1', now: app.now() })
      expect(await root('GET', '/api/audit')).toMatchObject({
        success: true,
        data: [],
        figures: {
          users: { accounts: 1, free: 500, leased: 0, entered: 500 },
          tokens: { accounts: 0, free: 0, leased: 0, entered: 0 },
          entries: 1,
          leases: 0,
        },
      })

      await app.db.updateTable('users').set({ quota: 700 }).where('id', '=', id).execute()
      const rule = 'balance = sum of entries, for every user'
      expect((await root('GET', '/api/audit')).data).toEqual([{ rule, id, expected: 500, found: 700 }])
    })
  })
}
