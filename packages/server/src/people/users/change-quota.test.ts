import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { audit } from '../../money/ledger/audit.ts'
import { openLedger } from '../../money/ledger/index.ts'
import { noBus } from '../../platform/cluster/bus.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

for (const { kind, open } of databases()) {
  describe(`an administrator on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
    })
    afterAll(async () => {
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const self = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).data as User
    const change = (id: number, mode: string, value: unknown, client = admin) =>
      client('POST', `/api/user/${id}/quota`, { body: { mode, value } })

    test('adds to, subtracts from and overrides a balance, and the log says so', async () => {
      const { id } = await self(await signedIn(app, endpoints, 'user'))
      const { username } = await self(admin)
      const answers = [
        await change(id, 'add', 1_000_000),
        await change(id, 'subtract', 250_000),
        await change(id, 'override', 5_000_000),
      ]
      expect(answers.map(({ data }) => data)).toEqual([1_000_000, 750_000, 5_000_000])
      const rows = await app.db
        .selectFrom('logs')
        .select(['type', 'content'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { type: LOG_TYPE.manage, content: `${username} changed the balance from $0.00 to $2.00` },
        { type: LOG_TYPE.manage, content: `${username} changed the balance from $2.00 to $1.50` },
        { type: LOG_TYPE.manage, content: `${username} changed the balance from $1.50 to $10.00` },
      ])
    })

    test('takes no more than there is, and refuses invalid input', async () => {
      const user = await signedIn(app, endpoints, 'user')
      const { id } = await self(user)
      await change(id, 'add', 10)
      expect(await change(id, 'subtract', 11)).toMatchObject({ code: 'user_quota_too_low', field: 'value' })
      for (const value of [-1, 1.5, 1e13, 'much', null])
        expect(await change(id, 'override', value === null ? undefined : value)).toMatchObject({
          code: 'input_invalid',
        })
      expect(await change(id, 'multiply', 2)).toMatchObject({ code: 'input_invalid', field: 'mode' })
      expect((await self(user)).quota).toBe(10)
    })

    test('acts only on lower roles', async () => {
      const root = await signedIn(app, endpoints, 'root')
      const otherAdmin = await self(await signedIn(app, endpoints, 'admin'))
      for (const { id } of [otherAdmin, await self(admin), await self(root)])
        expect(await change(id, 'add', 1)).toMatchObject({ success: false, code: 'user_role_not_below' })
      expect(await change((await self(root)).id, 'add', 1, root)).toMatchObject({ code: 'user_role_not_below' })
      expect(await change(otherAdmin.id, 'add', 1, root)).toMatchObject({ success: true, data: 1 })
      expect(await change(999_999, 'add', 1)).toMatchObject({ code: 'user_not_found' })
    })

    test('loses nothing to concurrent charges', async () => {
      const user = await signedIn(app, endpoints, 'user')
      const { id } = await self(user)
      await change(id, 'add', 1_000)
      const settings = () => ({ keepsLogs: true, keepsFigures: true })
      const ledger = await openLedger({
        storage: database.storage,
        bus: noBus,
        isOnlyNode: false,
        settings,
        log: app.log,
        now: app.now,
      })
      const context = { username: '', token_name: '', model_name: 'm', group: '', is_stream: 0, request_id: '' }
      const spend = async () => {
        const requestId = crypto.randomUUID()
        const amount = { least: 30, most: 30 }
        const answer = await ledger.reserve({ requestId, userId: id, tokenId: 0, amount, context })
        if (typeof answer === 'string') return 0
        const log = { user_id: id, created_at: TEST_NOW, type: LOG_TYPE.consume, quota: 10 }
        return (await ledger.settle({ requestId, quota: 10, channelId: 0, log })).quota
      }
      const [spent, added] = await Promise.all([
        Promise.all(Array.from({ length: 40 }, spend)),
        Promise.all(Array.from({ length: 20 }, () => change(id, 'add', 7))),
      ])
      expect(added.every(({ success }) => success)).toBe(true)
      expect((await self(user)).quota).toBe(1_000 + 20 * 7 - spent.reduce((sum, quota) => sum + quota, 0))
      await ledger.close()
    })
  })
}
