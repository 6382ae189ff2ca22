import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { audit } from '../../money/ledger/audit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { welcome } from './welcome.ts'

for (const { kind, open } of databases()) {
  describe(`invitations on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let inviter: ConsoleClient
    let invitee: ConsoleClient
    beforeAll(async () => {
      database = await open()
    })
    beforeEach(async () => {
      for (const table of ['options', 'logs'] as const) await database.storage.db.deleteFrom(table).execute()
      app = await testApp(database)
      inviter = await signedIn(app, endpoints, 'user')
      invitee = await signedIn(app, endpoints, 'user')
    })
    afterAll(async () => {
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const self = async (client: ConsoleClient) => (await client('GET', '/api/user/self')).data as User
    const transfer = (quota: number) => inviter('POST', '/api/user/aff_transfer', { body: { quota } })
    const setQuotas = async (quotas: Record<string, number>) => {
      for (const [key, quota] of Object.entries(quotas)) await app.options.set(key, String(quota))
    }
    const greet = async (hasInviter = true) => {
      const [newcomer, host] = [await self(invitee), await self(inviter)]
      const means = { options: app.options, now: TEST_NOW }
      await welcome(app.db, { ...newcomer, inviter: hasInviter ? host : undefined }, means)
    }
    const earn = async (quota: number) => {
      await setQuotas({ QuotaForInviter: quota })
      await greet()
    }
    const account = async (client: ConsoleClient) => {
      const { quota, inviter_id, aff_count, aff_quota, aff_history_quota } = await self(client)
      return { quota, inviter_id, aff_count, aff_quota, aff_history_quota }
    }
    const nothing = { quota: 0, inviter_id: 0, aff_count: 0, aff_quota: 0, aff_history_quota: 0 }

    test('have a code that the user can share', async () => {
      const { data } = await inviter('GET', '/api/user/aff')
      expect(data).toBe((await self(inviter)).aff_code)
    })

    test('credit both sides by the options, once, with a log row for each', async () => {
      await setQuotas({ QuotaForNewUser: 100_000, QuotaForInvitee: 50_000, QuotaForInviter: 600_000 })
      await Promise.all(Array.from({ length: 5 }, () => greet()))
      const [host, guest] = [await self(inviter), await self(invitee)]
      expect(await account(invitee)).toEqual({ ...nothing, quota: 150_000, inviter_id: host.id })
      expect(await account(inviter)).toEqual({
        ...nothing,
        aff_count: 1,
        aff_quota: 600_000,
        aff_history_quota: 600_000,
      })
      const rows = await app.db
        .selectFrom('logs')
        .select(['type', 'user_id', 'quota', 'content'])
        .orderBy('quota')
        .execute()
      expect(rows).toEqual([
        {
          type: LOG_TYPE.system,
          user_id: guest.id,
          quota: 50_000,
          content: `$0.10 for using the invite code of ${host.username}`,
        },
        { type: LOG_TYPE.system, user_id: guest.id, quota: 100_000, content: '$0.20 for registering' },
        {
          type: LOG_TYPE.system,
          user_id: host.id,
          quota: 600_000,
          content: `Earned $1.20 by inviting ${guest.username}`,
        },
      ])
    })

    test('are counted even if they earn nothing', async () => {
      await greet()
      expect([await account(inviter), await account(invitee)]).toEqual([
        { ...nothing, aff_count: 1 },
        { ...nothing, inviter_id: (await self(inviter)).id },
      ])
    })

    test('are not needed for a new user’s quota', async () => {
      await setQuotas({ QuotaForNewUser: 7, QuotaForInvitee: 5, QuotaForInviter: 3 })
      await greet(false)
      expect([await account(inviter), await account(invitee)]).toEqual([nothing, { ...nothing, quota: 7 }])
    })

    test('earn quota that can be moved to the balance', async () => {
      await earn(1_200_000)
      expect(await transfer(700_000)).toMatchObject({ success: true, data: null })
      expect(await account(inviter)).toEqual({
        ...nothing,
        quota: 700_000,
        aff_count: 1,
        aff_quota: 500_000,
        aff_history_quota: 1_200_000,
      })
    })

    test('move no less than a unit and no more than there is', async () => {
      await earn(1_000_000)
      expect(await transfer(499_999)).toMatchObject({
        code: 'transfer_too_small',
        message: 'The transfer amount minimum is $1.00',
        field: 'quota',
      })
      expect(await transfer(1_000_001)).toMatchObject({
        code: 'transfer_too_large',
        message: 'Only $2.00 of earnings can be transferred',
      })
      for (const quota of [-500_000, 0.5, Number.NaN]) expect((await transfer(quota)).success).toBe(false)
      expect(await account(inviter)).toMatchObject({ quota: 0, aff_quota: 1_000_000 })
    })

    test('move each unit once, however many transfers run at once', async () => {
      await earn(2_000_000)
      const answers = await Promise.all(Array.from({ length: 40 }, () => transfer(500_000)))
      expect(answers.filter(({ success }) => success)).toHaveLength(4)
      expect(answers.filter(({ code }) => code === 'transfer_too_large')).toHaveLength(36)
      expect(await account(inviter)).toMatchObject({ quota: 2_000_000, aff_quota: 0, aff_history_quota: 2_000_000 })
    })
  })
}
