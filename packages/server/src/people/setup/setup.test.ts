import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { ROLE } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { insertUser } from '../users/store.ts'
import { recogniseSetup } from './complete-setup.ts'
import { setupEndpoints } from './routes.ts'

const FORM = { username: 'root', password: 'correct horse', confirmPassword: 'correct horse' }

for (const { kind, open } of databases()) {
  describe(`the first-run set-up on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let anybody: ConsoleClient
    beforeEach(async () => {
      database = await open()
      app = await testApp(database)
      anybody = visitor(app, setupEndpoints)
    })
    afterEach(() => database.close())

    const progress = async () => (await anybody('GET', '/api/setup')).data
    const submit = (form: object) => anybody('POST', '/api/setup', { body: form })
    const roots = () => app.db.selectFrom('users').selectAll().where('role', '=', ROLE.root).execute()

    test('reports what is missing, before and after it is done', async () => {
      expect(await progress()).toEqual({ status: false, root_init: false, database_type: kind })
      expect(await submit(FORM)).toMatchObject({ success: true, data: null })
      expect(await progress()).toEqual({ status: true, root_init: true, database_type: kind })
    })

    test('creates the super admin with quota in the ledger', async () => {
      await submit({ ...FORM, username: ' root ' })
      const [root, ...others] = await roots()
      expect(others).toEqual([])
      expect(root).toMatchObject({
        username: 'root',
        display_name: 'Root User',
        role: 100,
        quota: 100_000_000,
        group: 'default',
        created_at: TEST_NOW,
      })
      expect(root?.password).toStartWith('$argon2id$')
      const entries = await app.db.selectFrom('ledger_entries').select(['user_id', 'user_amount']).execute()
      expect(entries).toEqual([{ user_id: root?.id ?? 0, user_amount: 100_000_000 }])
    })

    test('stores how the site is used', async () => {
      await submit({ ...FORM, SelfUseModeEnabled: true, DemoSiteEnabled: false })
      expect([app.options.get('SelfUseModeEnabled'), app.options.get('DemoSiteEnabled')]).toEqual([true, false])
    })

    test('refuses an invalid account, field by field', async () => {
      const rejections: [object, string, string][] = [
        [{ ...FORM, username: '  ' }, 'Please enter admin username', 'username'],
        [{}, 'Please enter admin username', 'username'],
        [{ ...FORM, username: 'x'.repeat(13) }, 'The username may have at most 12 characters', 'username'],
        [{ ...FORM, password: '1234567' }, 'Password must be at least 8 characters', 'password'],
        [{ ...FORM, confirmPassword: 'other horse' }, 'The two passwords entered do not match', 'confirmPassword'],
      ]
      for (const [form, message, field] of rejections) {
        expect(await submit(form)).toMatchObject({ status: 200, success: false, message, field })
      }
      expect([await roots(), await progress()]).toMatchObject([[], { status: false }])
    })

    test('happens once, even when several try at the same moment', async () => {
      const names = ['one', 'two', 'three', 'four', 'five']
      const answers = await Promise.all(names.map(username => submit({ ...FORM, username })))
      expect(answers.map(({ code }) => code).sort()).toEqual([...Array(4).fill('setup_done'), undefined])
      expect(await roots()).toHaveLength(1)
      expect(await submit(FORM)).toMatchObject({ success: false, code: 'setup_done' })
    })

    test('asks for no account if there is a super admin', async () => {
      await insertUser(app.db, { username: 'boss', role: ROLE.root, aff_code: 'boss', created_at: TEST_NOW })
      expect(await progress()).toMatchObject({ status: false, root_init: true })
      expect(await submit({ SelfUseModeEnabled: true })).toMatchObject({ success: true })
      expect(await roots()).toMatchObject([{ username: 'boss' }])
    })

    test('counts as done at the start if there is a super admin', async () => {
      await recogniseSetup(app)
      expect(await progress()).toMatchObject({ status: false })
      await insertUser(app.db, { username: 'boss', role: ROLE.root, aff_code: 'boss', created_at: TEST_NOW })
      await recogniseSetup(app)
      expect(await progress()).toMatchObject({ status: true, root_init: true })
    })
  })
}
