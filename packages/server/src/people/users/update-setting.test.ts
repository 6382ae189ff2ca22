import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { User } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { readSetting } from './setting.ts'
import { findUser } from './store.ts'

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let user: ConsoleClient
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database)
  user = await signedIn(app, endpoints, 'user')
})
afterAll(() => database.close())

const save = (body: object, language?: 'zh' | 'fr') => user('PUT', '/api/user/setting', { body, language })
const setting = async () => JSON.parse(((await user('GET', '/api/user/self')).data as User).setting)

test('a user’s language may be one that the server does not speak', async () => {
  await save({ notify_type: 'email' }, 'fr')
  expect(await setting()).toMatchObject({ language: 'fr' })
})

test('a user’s setting is replaced whole, and a change event is emitted', async () => {
  const heard: number[] = []
  app.changeEvents.on('users', id => void heard.push(id))
  const webhook = {
    notify_type: 'webhook',
    quota_warning_threshold: 250_000,
    webhook_url: 'https://hooks.example/low?team=1',
    accept_unset_model_ratio_model: true,
  }
  expect(await save(webhook, 'zh')).toMatchObject({ success: true, data: null })
  expect(await setting()).toEqual({ ...webhook, store_responses: true, has_webhook_secret: false, language: 'zh' })
  const mail = { notify_type: 'email', quota_warning_threshold: 0, notification_email: 'ann@example.org' }
  expect(await save(mail)).toMatchObject({ success: true })
  expect(await setting()).toEqual({
    ...mail,
    accept_unset_model_ratio_model: false,
    store_responses: true,
    has_webhook_secret: false,
    language: 'en',
  })
  const { id } = (await user('GET', '/api/user/self')).data as User
  expect(heard).toEqual([id, id])
})

test('a webhook’s secret is encrypted, never sent back, and stays until there is a new one or no webhook', async () => {
  const webhook = { notify_type: 'webhook', webhook_url: 'https://hooks.example/' }
  const { id } = (await user('GET', '/api/user/self')).data as User
  const stored = async () => (await findUser(app.db, id))?.setting ?? ''
  const secretAfter = async (form: object) => {
    expect(await save(form)).toMatchObject({ success: true })
    const { webhook_secret = '' } = readSetting(await stored())
    expect(await setting()).toMatchObject({ has_webhook_secret: webhook_secret !== '' })
    expect(await setting()).not.toHaveProperty('webhook_secret')
    return app.secrets.decrypt(webhook_secret)
  }
  expect(await secretAfter({ ...webhook, webhook_secret: 'hush' })).toBe('hush')
  expect(await stored()).not.toContain('hush')
  expect(await secretAfter(webhook)).toBe('hush')
  expect(await secretAfter({ ...webhook, webhook_url: 'https://hooks.example/new', webhook_secret: '' })).toBe('hush')
  expect(await secretAfter({ ...webhook, webhook_secret: 'whisper' })).toBe('whisper')
  expect(await secretAfter({ notify_type: 'email' })).toBe('')
  expect(await secretAfter(webhook)).toBe('')
})

test.each([
  [{ notify_type: 'webhook' }, 'webhook_url_required', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'http://hooks.example/' }, 'webhook_url_not_https', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'hooks.example' }, 'webhook_url_not_https', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://127.1/' }, 'webhook_url_not_public', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://169.254.169.254/' }, 'webhook_url_not_public', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://localhost/' }, 'webhook_url_not_public', 'webhook_url'],
  [{ notify_type: 'webhook', webhook_url: 'https://u:p@hooks.example/' }, 'webhook_url_not_public', 'webhook_url'],
  [{ notify_type: 'email', notification_email: 'ann' }, 'notification_email_invalid', 'notification_email'],
  [{ notify_type: 'email', notification_email: 'a@b.c, d@e.f' }, 'notification_email_invalid', 'notification_email'],
  [{ notify_type: 'pigeon' }, 'input_invalid', 'notify_type'],
  [{ quota_warning_threshold: -1 }, 'input_invalid', 'quota_warning_threshold'],
])('%j is refused', async (form, code, field) => {
  const before = await setting()
  expect(await save(form)).toMatchObject({ success: false, code, field })
  expect(await setting()).toEqual(before)
})

test('a look is kept beside the setting, replaced whole, and refused where it could not be read', async () => {
  const choose = (look: object) => user('PUT', '/api/user/look', { body: look })
  await save({ notify_type: 'email', quota_warning_threshold: 7 })
  expect(await choose({ accent: '#7a1fa2', density: 'compact' })).toMatchObject({ success: true })
  expect(await setting()).toMatchObject({ quota_warning_threshold: 7, look: { accent: '#7a1fa2', density: 'compact' } })
  await save({ notify_type: 'email', quota_warning_threshold: 8 })
  await choose({ font: 'serif', radius: 'none' })
  expect(await setting()).toMatchObject({ quota_warning_threshold: 8 })
  expect((await setting()).look).toEqual({ font: 'serif', radius: 'none' })
  for (const [look, field] of [
    [{ accent: '#ffff00' }, 'accent'],
    [{ accent: 'red' }, 'accent'],
    [{ accent: '#7a1fa2;background:url(//x)' }, 'accent'],
    [{ font: 'Comic Sans' }, 'font'],
    [{ density: 'none' }, 'density'],
  ] as const)
    expect(await choose(look)).toMatchObject({ success: false, code: 'input_invalid', field })
  await choose({})
  expect((await setting()).look).toEqual({})
})
