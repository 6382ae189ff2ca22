import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { feedLinks, publicFile } from './public-files.ts'

const HOUR = 3_600
const NOW = 1_800_000_000 - (1_800_000_000 % HOUR) + 600
const hoursAgo = (hours: number) => NOW - (NOW % HOUR) - hours * HOUR
const HOSTILE = '<a href="&\'>]]>'

for (const { kind, open } of databases()) {
  describe(`the feed of incidents and the badges on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let now = NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      const admin = await signedIn(app, endpoints, 'admin')
      const make = (models: string, group: string) =>
        admin('POST', '/api/channel/', { body: { type: 1, name: 'hidden-name', key: 'k', models, group } })
      await make(`gpt-4o,org/model.v1,${HOSTILE}`, 'default')
      await make('for-staff', 'staff')
      await app.options.set('UserUsableGroups', '{"default":"For all"}')
      await app.options.set('ModelMetadata', '{"gpt-4o":{"aliases":["four"]}}')
      for (const model of ['gpt-4o', 'for-staff', HOSTILE]) {
        await calls(model, hoursAgo(30), 10, 10)
        await calls(model, hoursAgo(29), 5, 15)
        await calls(model, hoursAgo(8), 95, 5)
        await calls(model, hoursAgo(4), 3, 6)
        await calls(model, hoursAgo(200), 0, 50)
      }
      await calls('four', hoursAgo(0), 0, 10)
      await app.db
        .insertInto('logs')
        .values(errors('gpt-4o', hoursAgo(2), 20, 400))
        .execute()
      await show(true)
    })
    afterAll(() => database.close())

    const errors = (model_name: string, created_at: number, count: number, status_code = 503) =>
      Array.from({ length: count }, () => ({
        user_id: 1,
        created_at,
        type: LOG_TYPE.error,
        model_name,
        channel_id: 7,
        error_code: 'x',
        other: JSON.stringify({ status_code }),
      }))
    async function calls(model_name: string, created_at: number, count: number, failed: number) {
      const sums = { quota: 0, token_used: 0, prompt_tokens: 0, cache_tokens: 0, failed: 0, cause: '' }
      const of = { channel_id: 1, user_id: 1, token_id: 1, username: 'u' }
      await app.db
        .insertInto('quota_data')
        .values({ ...sums, ...of, created_at, model_name, count })
        .execute()
      await app.db
        .insertInto('logs')
        .values(errors(model_name, created_at, failed))
        .execute()
    }
    const show = async (isShown: boolean) => {
      await app.options.set('ModelFiguresShownEnabled', String(isShown))
      now += 60
    }
    const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await publicFile(app, new Request(`http://gateway.test${path}`, { method, headers }))
      return response && { status: response.status, headers: response.headers, text: await response.text() }
    }
    const json = async (headers: Record<string, string> = {}) =>
      JSON.parse((await ask('/feed.json', headers))?.text ?? '') as {
        title: string
        home_page_url: string
        items: { id: string; title: string; content_text: string; url: string; date_published: string }[]
      }

    test('the feed has hours in which at least a tenth of a model’s calls failed, joined, newest first', async () => {
      const { items, home_page_url } = await json({ 'accept-language': 'en' })
      expect(home_page_url).toBe('http://gateway.test/pricing')
      expect(items.map(({ title }) => title)).toEqual([
        'gpt-4o: 100% of calls failed',
        `${HOSTILE}: 63% of calls failed`,
        'gpt-4o: 63% of calls failed',
      ])
      expect(items[0]?.content_text).toMatch(/^Since .* UTC\.$/)
      const [from, to] = [hoursAgo(30), hoursAgo(28)].map(at => new Date(at * 1000).toISOString())
      const words = (iso = '') => iso.slice(0, 16).replace('T', ' ')
      expect(items[2]).toMatchObject({
        content_text: `From ${words(from)} UTC to ${words(to)} UTC.`,
        date_published: from,
        url: 'http://gateway.test/pricing/gpt-4o',
      })
      expect(new Set(items.map(({ id }) => id)).size).toBe(3)
    })

    test('the feed tells nobody about models of other groups, or channels', async () => {
      expect((await ask('/feed.xml'))?.text).not.toMatch(/for-staff|hidden-name/)
    })

    test('RSS and badges escape names, so that they stay well-formed', async () => {
      const rss = await ask('/feed.xml', { 'accept-language': 'ru' })
      expect(rss?.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
      expect(rss?.text).toContain('&lt;a href=&quot;&amp;&apos;&gt;]]&gt;: не удалось 63 % вызовов')
      const badge = await ask(`/badge/${encodeURIComponent(HOSTILE)}.svg`)
      expect(badge?.text).toContain('<title>&lt;a href=&quot;&amp;&apos;&gt;]]&gt;: ')
      for (const text of [rss?.text ?? '', badge?.text ?? ''])
        expect(text.replace(/<\/?[a-zA-Z:]+( [a-zA-Z:-]+="[^"<>]*")*\/?>|<\?xml [^>]*\?>/g, '')).not.toMatch(/[<>]/)
    })

    test('the feed speaks the reader’s language', async () => {
      expect((await json({ 'accept-language': 'zh-CN' })).items[0]?.title).toBe('gpt-4o：100% 的调用失败')
      expect((await json({ 'accept-language': 'ru' })).items[0]?.title).toBe('gpt-4o: не удалось 100 % вызовов')
      expect((await json({ 'accept-language': 'fr' })).items[0]?.title).toBe('gpt-4o : 100 % des appels en échec')
      expect((await json({ 'accept-language': 'zh-HK' })).items[0]?.title).toBe('gpt-4o：100% 的呼叫失敗')
      expect((await ask('/feed.json'))?.headers.get('vary')).toBe('accept-language')
    })

    test('a badge shows the model’s uptime of 30 days, under all its names', async () => {
      for (const path of ['/badge/gpt-4o.svg', '/badge/four.svg']) {
        const badge = await ask(path)
        expect(badge).toMatchObject({ status: 200 })
        expect(badge?.headers.get('content-type')).toBe('image/svg+xml')
        expect(badge?.text).toContain('<title>gpt-4o: 54.1 %</title>')
      }
      expect((await ask('/badge/org/model.v1.svg'))?.text).toContain('<title>org/model.v1: –</title>')
      expect((await ask('/badge/org%2Fmodel.v1.svg'))?.status).toBe(200)
    })

    test('there is no badge of a model that visitors cannot see, whatever is asked for', async () => {
      for (const name of ['for-staff', 'unknown', '..', '', '%', '%ff', 'constructor', '__proto__', 'x'.repeat(9_000)])
        expect({ name, status: (await ask(`/badge/${name}.svg`))?.status }).toEqual({ name, status: 404 })
    })

    test('pages for visitors link both feeds in their heads, while the operator shows the figures', async () => {
      const linksOf = (path: string) =>
        feedLinks(app, new Request('http://gateway.test/', { headers: { 'accept-language': 'en' } }), path)
      const both =
        '<link rel="alternate" type="application/rss+xml" title="Incidents of Tollgate" href="/feed.xml">' +
        '<link rel="alternate" type="application/feed+json" title="Incidents of Tollgate" href="/feed.json">'
      expect(['/', '/pricing', '/pricing/org/model.v1'].map(linksOf)).toEqual([both, both, both])
      expect(['/token', '/pricing-old', '/setting'].map(linksOf)).toEqual(['', '', ''])
      await app.options.set('SystemName', '<b>"')
      expect(linksOf('/')).toContain('title="Incidents of &lt;b&gt;&quot;"')
      await app.options.set('SystemName', 'Tollgate')
      await show(false)
      expect(linksOf('/')).toBe('')
      await show(true)
    })

    test('they are kept by caches, and not sent again if nothing changed', async () => {
      for (const path of ['/feed.xml', '/feed.json', '/badge/gpt-4o.svg']) {
        const first = await ask(path)
        expect(first?.headers.get('cache-control')).toBe('public, max-age=300')
        const etag = first?.headers.get('etag') ?? ''
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
          expect(await ask(path, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' })
        expect((await ask(path, { 'if-none-match': '"other"' }))?.status).toBe(200)
      }
    })

    test('other paths and methods belong to others', async () => {
      expect(await ask('/feed.xml', {}, 'POST')).toBeNull()
      for (const path of ['/', '/feed', '/badge/gpt-4o', '/badge', '/pricing/gpt-4o'])
        expect(await ask(path)).toBeNull()
    })

    test('there are none unless the operator shows the figures, and calls are counted', async () => {
      const paths = ['/feed.xml', '/feed.json', '/badge/gpt-4o.svg']
      await show(false)
      for (const path of paths) expect((await ask(path))?.status).toBe(404)
      await show(true)
      await app.options.set('DataExportEnabled', 'false')
      now += 60
      for (const path of paths) expect((await ask(path))?.status).toBe(404)
      await app.options.set('DataExportEnabled', 'true')
    })
  })
}
