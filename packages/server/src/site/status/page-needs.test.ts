import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { OptionKey } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { pageNeeds } from './page-needs.ts'

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database)
})
afterAll(() => database.close())

const set = async (values: Partial<Record<OptionKey, string>>) => {
  for (const [key, value] of Object.entries(values)) await app.options.set(key as OptionKey, value)
}

test('frames are allowed for the chats’ sites, each once, and not for opened or invalid links', async () => {
  const chats = [
    ...['https://a.example/#/?key={key}', 'https://a.example/other', 'http://b.example:8080/?k={key}'],
    ...['ama://set?key={key}', 'javascript://%0aalert(1)', 'https://{key}.example/', 'fluent', "https://c';*.example/"],
  ]
  await set({ Chats: JSON.stringify(chats.map((link, at) => ({ [`chat ${at}`]: link }))) })
  expect(pageNeeds(app.options).framesFrom).toEqual(['https://a.example', 'http://b.example:8080'])
})

test('frames are allowed for pages that replace a text, not for pages a text mentions', async () => {
  await set({
    Chats: '[]',
    HomePageContent: ' https://home.example/start\n',
    About: 'https://about.example is our page',
    Notice: '**https://notice.example**',
    Footer: 'https://footer.example',
  })
  expect(pageNeeds(app.options).framesFrom).toEqual(['https://home.example', 'https://footer.example'])
})

test('frames are allowed for active sign-in helpers', async () => {
  await set({ Chats: '[]', HomePageContent: '', About: '', Notice: '', Footer: '' })
  expect(pageNeeds(app.options)).toMatchObject({ framesFrom: [], scriptsFrom: [] })
  await set({ TurnstileSiteKey: 'site', TurnstileSecretKey: 'secret', TurnstileCheckEnabled: 'true' })
  expect(pageNeeds(app.options)).toMatchObject({
    framesFrom: ['https://challenges.cloudflare.com'],
    scriptsFrom: ['https://challenges.cloudflare.com'],
  })
})
