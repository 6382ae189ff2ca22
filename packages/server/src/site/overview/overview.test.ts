import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { calls, LOG_TYPE, type OptionKey, type SiteStatus } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { pageNeeds } from '../status/page-needs.ts'

const DAY = 86_400
/** Noon. */
const NOW = 1_800_000_000 - (1_800_000_000 % DAY) + DAY / 2
const MINUTE = 60
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

for (const { kind, open } of databases()) {
  describe(`the overview page on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let user: ConsoleClient
    let now = NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      user = await signedIn(app, endpoints, 'user')
      const admin = await signedIn(app, endpoints, 'admin')
      const make = (models: string, group: string) =>
        admin('POST', '/api/channel/', { body: { type: 1, name: 'hidden-name', key: 'k', models, group } })
      await make('open-model', 'default')
      await make('staff-model', 'staff')
      await app.options.set('GroupRatio', '{"default":1,"staff":0.5}')
      await app.options.set('UserUsableGroups', '{"default":"For all"}')
    })
    afterAll(() => database.close())

    const set = (key: OptionKey, value: unknown) =>
      app.options.set(key, typeof value === 'string' ? value : JSON.stringify(value))
    const overview = async () => calls.status.overview.reply.parse((await user('GET', '/api/overview')).data)
    const status = async () => (await visitor(app, endpoints)('GET', '/api/status')).data as SiteStatus
    const charged = (channel_id: number, model_name: string, count: number) =>
      app.db
        .insertInto('quota_data')
        .values({
          created_at: NOW - DAY,
          model_name,
          channel_id,
          cause: '',
          user_id: 1,
          token_id: 1,
          username: 'u',
          count,
          failed: 0,
          quota: 0,
          token_used: 0,
          prompt_tokens: 0,
          cache_tokens: 0,
        })
        .execute()
    const failed = (channel_id: number, model_name: string) =>
      app.db
        .insertInto('logs')
        .values({
          user_id: 1,
          created_at: NOW - DAY,
          type: LOG_TYPE.error,
          channel_id,
          model_name,
          error_code: 'x',
          other: JSON.stringify({ status_code: 502 }),
        })
        .execute()

    test('shows nothing but the figures until the operator writes something, and is for signed-in users', async () => {
      expect(await overview()).toEqual({})
      expect((await status()).overview_panels).toEqual(['figures'])
      expect((await visitor(app, endpoints)('GET', '/api/overview')).status).toBe(401)
    })

    test('shows panels that are on and not empty, in the operator’s order', async () => {
      await set('console_setting.faq', [{ id: 1, question: 'Why?', answer: '**So.**' }])
      await set('console_setting.api_info', [
        { id: 1, url: 'https://eu.example/v1', route: 'Europe', description: 'Frankfurt', color: 'green' },
      ])
      await set('OverviewOrder', ['faq', 'figures'])
      expect((await status()).overview_panels).toEqual(['faq', 'figures', 'api_info'])
      expect(await overview()).toEqual({
        faq: [{ question: 'Why?', answer: '**So.**' }],
        api_info: [{ url: 'https://eu.example/v1', route: 'Europe', description: 'Frankfurt', color: 'green' }],
      })
      // only then may the page ask it how long it takes
      expect(pageNeeds(app.options).asks).toEqual(['https://eu.example'])
      await set('console_setting.api_info_enabled', 'false')
      expect(pageNeeds(app.options).asks).toEqual([])
      expect((await status()).overview_panels).toEqual(['faq', 'figures'])
      expect(await overview()).not.toHaveProperty('api_info')
    })

    test('shows announcements newest first, and those of later times then', async () => {
      const at = (seconds: number, content: string) => ({ content, publishDate: iso(seconds) })
      await set('console_setting.announcements', [
        at(now - 2 * DAY, 'old'),
        at(now + DAY, 'later'),
        at(now - DAY, 'new'),
      ])
      const contents = async () => (await overview()).announcements?.map(({ content }) => content)
      expect(await contents()).toEqual(['new', 'old'])
      now += DAY
      expect(await contents()).toEqual(['later', 'new', 'old'])
      now -= DAY
    })

    test('shows of the status what its reader may use: models or groups, without names of channels', async () => {
      await set('StatusPanelEnabled', 'true')
      await charged(1, 'open-model', 9)
      await failed(1, 'open-model')
      await charged(2, 'staff-model', 90)
      const rows = async () => {
        now += MINUTE + 1
        return (await overview()).status?.rows?.map(({ name, answered, days }) => [name, answered, days.length])
      }
      expect(await rows()).toEqual([['open-model', 900, 7]])
      await set('StatusPanelShows', 'groups')
      expect(await rows()).toEqual([['default', 900, 7]])
      expect(JSON.stringify(await overview())).not.toContain('hidden-name')
      await set('StatusPanelShows', 'maintenance')
      expect(await rows()).toEqual([])
      await set('StatusPanelShows', 'models')
      await set('DataExportEnabled', 'false')
      now += MINUTE + 1
      expect((await overview()).status?.rows).toBeNull()
    })

    test('shows planned maintenance until it is over, in order', async () => {
      const plan = (title: string, from: number) => ({ title, from: iso(from), until: iso(from + 3600) })
      await set('PlannedMaintenance', [plan('later', now + DAY), plan('over', now - DAY), plan('now', now - 60)])
      expect((await overview()).status?.maintenance.map(({ title }) => title)).toEqual(['now', 'later'])
    })

    test('the menu has the operator’s entries for everybody, signed-in users or administrators', async () => {
      const item = (seen_by: string) => ({ label: seen_by, address: '/pricing', seen_by })
      await set('MenuItems', ['everybody', 'users', 'admins'].map(item))
      const own = async (client: ConsoleClient) =>
        ((await client('GET', '/api/user/self')) as unknown as { menu_items: { label: string }[] }).menu_items.map(
          ({ label }) => label,
        )
      expect((await status()).menu_items.map(({ label }) => label)).toEqual(['everybody'])
      expect(await own(user)).toEqual(['everybody', 'users'])
      expect(await own(await signedIn(app, endpoints, 'admin'))).toEqual(['everybody', 'users', 'admins'])
    })

    test('own pages are read and listed by those for whom they are; one outside the menu has its address', async () => {
      const page = (seen_by: string) => ({ title: seen_by, slug: `for-${seen_by}`, content: '# Hello', seen_by })
      const pages = ['everybody', 'users', 'admins'].map(page)
      await set('MenuItems', [{ label: 'link', address: '/pricing' }])
      await set('OwnPages', [...pages, { ...page('everybody'), slug: 'hidden', in_menu: false }])
      expect((await status()).menu_items.map(({ address }) => address)).toEqual(['/pricing', '/page/for-everybody'])
      expect(JSON.stringify(await status())).not.toContain('Hello')
      const admin = await signedIn(app, endpoints, 'admin')
      for (const [client, sees] of [
        [visitor(app, endpoints), ['everybody']],
        [user, ['everybody', 'users']],
        [admin, ['everybody', 'users', 'admins']],
      ] as const)
        for (const { seen_by, slug, title, content } of pages) {
          const answer = await client('GET', `/api/page/${slug}`)
          if (sees.some(kind => kind === seen_by)) expect(answer.data).toEqual({ title, content })
          else expect([answer.status, answer.code]).toEqual([404, 'page_not_found'])
        }
      expect((await visitor(app, endpoints)('GET', '/api/page/hidden')).status).toBe(200)
      expect((await visitor(app, endpoints)('GET', '/api/page/none')).status).toBe(404)
    })
  })
}
