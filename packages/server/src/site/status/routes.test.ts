import { afterAll, beforeAll, expect, test } from 'bun:test'
import { calls } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { markSetUp } from '../../people/setup/store.ts'
import type { AppContext } from '../../start/app-context.ts'
import { statusEndpoints } from './routes.ts'

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let anybody: ConsoleClient
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database)
  anybody = visitor(app, statusEndpoints)
})
afterAll(() => database.close())

const status = async () => calls.status.get.reply.parse((await anybody('GET', '/api/status')).data)

test('the status has every field of the contract and no other', async () => {
  expect(Object.keys(await status()).sort()).toEqual(Object.keys(calls.status.get.reply.shape).sort())
})

test('the status says what version runs, since when, and whether it is set up', async () => {
  expect(await status()).toMatchObject({ version: '0.0.0-test', start_time: TEST_NOW, setup: false })
  await markSetUp(app.db, app.version, TEST_NOW)
  expect(await status()).toMatchObject({ setup: true, system_name: 'Tollgate', quota_per_unit: 500_000 })
})

test('the status follows the options at once', async () => {
  await app.options.set('SystemName', 'Toll & Co')
  await app.options.set('DrawingEnabled', 'false')
  await app.options.set('QuotaRemindThreshold', '1000000')
  await app.options.set('Chats', '[{"Client":"https://chat.example/{key}"}]')
  expect(await status()).toMatchObject({
    system_name: 'Toll & Co',
    enable_drawing: false,
    quota_remind_threshold: 1_000_000,
    chats: [{ Client: 'https://chat.example/{key}' }],
  })
})

test('unreadable chats are reported, and nobody is sent to other sites; the next valid text fixes it', async () => {
  const { chats } = await status()
  await app.db.updateTable('options').set({ value: '[{"Client": ' }).where('key', '=', 'Chats').execute()
  await app.changeEvents.emit('options')
  expect(await status()).toMatchObject({ chats: [], chats_broken: true })
  await app.options.set('Chats', JSON.stringify(chats))
  expect(await status()).toMatchObject({ chats, chats_broken: false })
})

test('online top-up is offered once its address, id and key are set', async () => {
  await app.options.set('PayAddress', 'https://pay.example')
  await app.options.set('EpayId', '1000')
  expect((await status()).enable_online_topup).toBe(false)
  await app.options.set('EpayKey', 'hush')
  expect((await status()).enable_online_topup).toBe(true)
})

test('anybody may read the notice, the about page and the home page', async () => {
  await app.options.set('Notice', '**Maintenance** at noon')
  await app.options.set('About', 'https://about.example')
  const paths = ['/api/notice', '/api/about/', '/api/home_page_content']
  const pages = await Promise.all(paths.map(path => anybody('GET', path)))
  expect(pages.map(({ data }) => data)).toEqual(['**Maintenance** at noon', 'https://about.example', ''])
})

test('admins read the names of the groups that have a ratio', async () => {
  await app.options.set('GroupRatio', '{"default":1,"team":0.5}')
  const admin = await signedIn(app, statusEndpoints, 'admin')
  expect((await admin('GET', '/api/group/')).data).toEqual(['default', 'team'])
  expect((await anybody('GET', '/api/group/')).status).toBe(401)
})
