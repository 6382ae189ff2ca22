import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

for (const { kind, open } of databases()) {
  describe(`the caller on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let user: ConsoleClient
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      user = await signedIn(app, endpoints, 'user')
      await app.db.updateTable('users').set({ group: 'staff', password: 'hash', access_token: 'secret' }).execute()
    })
    afterAll(() => database.close())

    test('sees their own record, without password and access token', async () => {
      const { data } = await user('GET', '/api/user/self')
      expect(data).toEqual({
        id: 1,
        username: expect.stringMatching(/^user/),
        display_name: '',
        email: '',
        github_id: '',
        oidc_id: '',
        wechat_id: '',
        telegram_id: '',
        linux_do_id: '',
        quota: 0,
        owed: 0,
        used_quota: 0,
        quota_period: '',
        period_quota: 0,
        request_count: 0,
        second_factor_at: 0,
        is_team: false,
        rights: null,
        group: 'staff',
        role: 1,
        status: 1,
        inviter_id: 0,
        aff_code: expect.any(String),
        aff_count: 0,
        aff_quota: 0,
        aff_history_quota: 0,
        DeletedAt: null,
        setting:
          '{"notify_type":"email","accept_unset_model_ratio_model":false,"store_responses":true,"has_webhook_secret":false}',
        created_at: TEST_NOW,
        last_login_at: 0,
      })
    })

    test('is read by administrators, and by no other user', async () => {
      const admin = await signedIn(app, endpoints, 'admin')
      expect(await admin('GET', '/api/user/1')).toMatchObject({
        success: true,
        data: { id: 1, quota: 0, request_count: 0 },
      })
      expect(JSON.stringify(await admin('GET', '/api/user/1'))).not.toContain('hash')
      expect(await admin('GET', '/api/user/999')).toMatchObject({ success: false, code: 'user_not_found' })
      expect(await user('GET', '/api/user/1')).toMatchObject({ status: 403 })
      expect(await user('GET', '/api/user/aff')).toMatchObject({ success: true })
    })

    test('may use the groups open to all and their own, if they have a ratio', async () => {
      await app.options.set('UserUsableGroups', '{"default":"For all","unpriced":"No ratio"}')
      await app.options.set('GroupRatio', '{"default":1,"staff":0.5,"vip":3}')
      expect((await user('GET', '/api/user/self/groups')).data).toEqual({
        default: { ratio: 1, desc: 'For all' },
        staff: { ratio: 0.5, desc: 'staff' },
      })
    })

    test('sees each model of those groups once, without disabled channels', async () => {
      const admin = await signedIn(app, endpoints, 'admin')
      const make = (models: string, group: string, status = 1) =>
        admin('POST', '/api/channel/', { body: { type: 1, name: 'c', key: 'k', models, group, status } })
      await make('b,a', 'default')
      await make('b,c', 'staff,vip')
      await make('d', 'vip')
      await make('e', 'default', 2)
      expect((await user('GET', '/api/user/models')).data).toEqual(['a', 'b', 'c'])
    })
  })
}
