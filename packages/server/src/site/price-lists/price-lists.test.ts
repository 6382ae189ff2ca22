import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ModelPrice, PriceDifferences, PriceList } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeOutbound } from '../../platform/http/outbound.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { raisedPrices } from './raised-prices.ts'
import { readAllAgain } from './read-again.ts'

const entry = (model_name: string, model_ratio: number, more: object = {}) => ({
  model_name,
  quota_type: 0,
  model_ratio,
  completion_ratio: 4,
  ...more,
})
const MARGIN = { factor: 1.2, digits: 3 }

for (const { kind, open } of databases())
  describe(`price lists on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: Awaited<ReturnType<typeof signedIn>>
    let user: typeof admin
    let channel: number
    let upstream: ReturnType<typeof Bun.serve>
    /** The upstream's answers by path. */
    let answers: Record<string, Response | undefined> = {}
    const publish = (...data: object[]) => {
      answers = { '/api/pricing': Response.json({ success: true, data }) }
    }
    const asked: { path: string; authorization: string | null }[] = []

    beforeAll(async () => {
      database = await open()
      upstream = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch({ url, headers }) {
          const { pathname } = new URL(url)
          asked.push({ path: pathname, authorization: headers.get('authorization') })
          return answers[pathname]?.clone() ?? new Response('', { status: 404 })
        },
      })
      app = await testApp(database, { outbound: makeOutbound({ isAllowed: () => true }) })
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
      const row = { type: 1, key_sealed: 'x', group: 'default', created_time: 1, status: 1, name: 'west' }
      const made = await app.db
        .insertInto('channels')
        .values({ ...row, base_url: upstream.url.origin, models: 'mine,drawn,long' } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      channel = made.id
      const ability = { channel_id: channel, enabled: 1, priority: 0, weight: 0, group: 'default' } as const
      const served = ['mine', 'drawn', 'long', 'nameless'].map(model => ({ ...ability, model }))
      await app.db.insertInto('abilities').values(served).execute()
    })
    beforeEach(async () => {
      asked.length = 0
      await app.db.deleteFrom('price_lists').execute()
      await app.db.deleteFrom('price_origins').execute()
      await app.options.set('ModelPrice', '{}')
      await app.options.set('ModelPrices', '{}')
      await app.options.set('CompletionRatio', '{}')
      await app.options.set('CacheRatio', '{"mine":0.5}')
      await app.options.set('ModelRatio', '{"mine":1,"unserved":1}')
    })
    afterAll(async () => {
      await upstream.stop(true)
      await database.close()
    })

    const add = async (body: object = { channel_id: channel }) =>
      (await admin('POST', '/api/price-lists/', { body })).data as PriceList
    const compare = async (id: number, query = 'factor=1.2&digits=3') =>
      (await admin('GET', `/api/price-lists/${id}/differences?${query}`)).data as PriceDifferences
    const accept = (id: number, body: object) => admin('POST', `/api/price-lists/${id}/accept`, { body })

    test('show each change line by line, and change nothing until lines are accepted', async () => {
      publish(entry('mine', 1.5), entry('drawn', 0, { quota_type: 1, model_price: 0.04 }), entry('foreign', 9))
      const list = await add()
      expect(list).toMatchObject({ channel: { id: channel, name: 'west' }, models: 3, read_at: TEST_NOW, error: '' })
      expect(asked).toEqual([{ path: '/api/pricing', authorization: null }])
      const { rows, same, missing } = await compare(list.id)
      expect([rows.map(({ model }) => model), same, missing]).toEqual([['drawn', 'mine'], 0, 3])
      const [drawn, mine] = rows
      expect(drawn).toMatchObject({ ours: [], change: null, as: 'ratios' })
      expect(drawn?.offered[0]).toEqual({ line: 'call', usd: 0.048, per: 'call' })
      const input = (lines: { line: string; usd: number }[] = []) => lines.find(({ line }) => line === 'input')?.usd
      expect([input(mine?.ours), input(mine?.theirs), input(mine?.offered)]).toEqual([2, 3, 3.6])
      // Three million tokens of input and one of output.
      expect(mine?.theirs_above_ours).toBeCloseTo((3 * 3 + 12) / (3 * 2 + 2) - 1, 6)
      expect(app.options.get('ModelRatio')).toEqual({ mine: 1, unserved: 1 })
    })

    test('give only accepted models their price, at the margin, with its source on the page and in the log', async () => {
      publish(entry('mine', 1.5), entry('drawn', 0, { quota_type: 1, model_price: 0.04 }))
      const { id } = await add()
      const { version } = await compare(id)
      expect(await accept(id, { version, models: ['mine'], ...MARGIN })).toMatchObject({ data: { accepted: 1 } })
      expect(app.options.get('ModelRatio')).toEqual({ mine: 1.8, unserved: 1 })
      expect(app.options.get('CompletionRatio')).toEqual({ mine: 4 })
      expect(app.options.get('CacheRatio')).toEqual({})
      expect(app.options.get('ModelPrice')).toEqual({})
      expect((await compare(id)).rows.map(({ model }) => model)).toEqual(['drawn'])
      const models = (await admin('GET', '/api/model-prices/')).data as ModelPrice[]
      const { origin } = models.find(({ model }) => model === 'mine') ?? {}
      expect(origin).toMatchObject({ source: 'west', read_at: TEST_NOW, set_at: TEST_NOW, is_older: false })
      const rows = await app.db.selectFrom('logs').select('content').where('content', 'like', '%of the list%').execute()
      expect(rows.at(-1)?.content).toEndWith('accepted 1 prices of the list west at a factor of 1.2: mine')
    })

    test('are refused if a price has changed since the comparison, or if nothing would change', async () => {
      publish(entry('mine', 1.5))
      const { id } = await add()
      const { version } = await compare(id)
      await app.options.set('ModelRatio', '{"mine":7}')
      const body = { version, models: ['mine'], ...MARGIN }
      expect(await accept(id, body)).toMatchObject({ code: 'price_list_changed' })
      expect(app.options.get('ModelRatio')).toEqual({ mine: 7 })
      const again = { ...body, version: (await compare(id)).version, models: ['unserved'] }
      expect(await accept(id, again)).toMatchObject({ code: 'price_list_nothing_new' })
      expect(await accept(99, again)).toMatchObject({ code: 'price_list_not_found' })
      expect(await user('POST', `/api/price-lists/${id}/accept`, { body: again })).toMatchObject({ success: false })
      expect(await user('GET', '/api/price-lists/')).toMatchObject({ success: false })
    })

    test('become documents if ratios cannot express them, and keep our hours and batches', async () => {
      const long = { above: 100_000, model_ratio: 2, completion_ratio: 4 }
      publish(entry('long', 1, { long_input: long }))
      const hours = [{ from: '01:00', to: '02:00', zone: 'UTC', factor: 0.5 }]
      await app.options.set('ModelPrices', JSON.stringify({ long: { tokens: { input: 1, output: 1 }, hours } }))
      const { id } = await add()
      const { version, rows } = await compare(id, 'factor=1&digits=4')
      expect(rows).toMatchObject([{ model: 'long', as: 'document' }])
      await accept(id, { version, models: ['long'], factor: 1, digits: 4 })
      const tiers = [{ above: 100_000, input: 4, output: 16 }]
      expect(app.options.get('ModelPrices')).toEqual({ long: { hours, tokens: { input: 2, output: 8 }, tiers } })
      expect((await compare(id, 'factor=1&digits=4')).rows).toEqual([])
    })

    test('also compare with the built-in list, without a request', async () => {
      await app.options.set('ModelRatio', '{"gpt-4o":1}')
      const { rows, version } = await compare(0, 'factor=1&digits=6')
      expect(rows.map(({ model }) => model)).toEqual(['gpt-4o'])
      await accept(0, { version, models: ['gpt-4o'], factor: 1, digits: 6 })
      expect(app.options.get('ModelRatio')).toEqual({ 'gpt-4o': 1.25 })
      expect((await compare(0, 'factor=1&digits=6')).rows).toEqual([])
      expect(asked).toEqual([])
    })

    test('report a price entered by hand when the list later differs', async () => {
      publish(entry('mine', 1.5))
      const { id } = await add()
      const { version } = await compare(id)
      await accept(id, { version, models: ['mine'], ...MARGIN })
      const originOf = async (model: string) =>
        ((await admin('GET', '/api/model-prices/')).data as ModelPrice[]).find(one => one.model === model)?.origin
      publish(entry('mine', 2))
      await admin('POST', `/api/price-lists/${id}/read`)
      expect(await originOf('mine')).toMatchObject({ is_older: true })
      const value = JSON.stringify({ mine: 5 })
      await admin('PUT', '/api/option/', { body: { key: 'ModelRatio', value } })
      expect(await originOf('mine')).toMatchObject({
        source: '',
        is_older: false,
        actor_name: expect.stringMatching(/^admin/),
      })
      await app.options.set('ModelRatio', '{"mine":6}')
      expect(await originOf('mine')).toBeNull()
    })

    test('say why one cannot be read, and keep the prices read before', async () => {
      publish(entry('mine', 1.5))
      const { id } = await add()
      publish(entry('mine', -1))
      expect(await admin('POST', `/api/price-lists/${id}/read`)).toMatchObject({
        code: 'price_list_unreadable',
        message: 'The answer is not a price list: data.0.model_ratio: must be at least 0',
      })
      const lists = (await admin('GET', '/api/price-lists/')).data as PriceList[]
      expect(lists.map(({ address }) => address)).toEqual(['genai-prices', ''])
      expect(lists[1]).toMatchObject({ models: 1, failed_at: TEST_NOW, error: expect.stringContaining('model_ratio') })
      answers = {}
      expect(await admin('POST', `/api/price-lists/${id}/read`)).toMatchObject({ code: 'price_list_not_fetched' })
      expect((await compare(id)).rows.map(({ model }) => model)).toEqual(['mine'])
      expect(await admin('POST', '/api/price-lists/', { body: {} })).toMatchObject({ success: false })
    })

    test('can also be read once at an address, but at none that is not public', async () => {
      answers = {
        '/prices': Response.json({ data: [{ id: 'x/mine', pricing: { prompt: '0.000001', completion: '0.000004' } }] }),
      }
      const address = `${upstream.url.origin}/prices?key=secret`
      const list = await add({ address })
      expect(list).toMatchObject({ channel: null, address: `${upstream.url.origin}/prices`, models: 1 })
      expect((await compare(list.id, 'factor=1')).rows).toMatchObject([{ model: 'mine', listed_as: 'x/mine' }])
      expect(await admin('POST', '/api/price-lists/', { body: { address } })).toMatchObject({
        code: 'price_list_known',
      })
      const guarded = await testApp(database)
      const other = await signedIn(guarded, endpoints, 'admin')
      for (const address of [
        upstream.url.href,
        'http://169.254.169.254/api/pricing',
        'file:///etc/passwd',
        'no address',
      ])
        expect(await other('POST', '/api/price-lists/', { body: { address } })).toMatchObject({
          code: 'price_list_address_refused',
        })
    })

    test('report a price that an upstream raised above ours, until ours covers it', async () => {
      publish(entry('mine', 0.2), entry('unserved', 0.2))
      const { id } = await add()
      publish(entry('mine', 1), entry('unserved', 9))
      expect(await readAllAgain(app, new AbortController().signal)).toBe(1)
      // Ours: 3 × 2 + 2 dollars; theirs: 3 × 2 + 8.
      expect(await raisedPrices(app)).toEqual([
        { listId: id, list: 'west', model: 'mine', share: 0.75, theirs: 14, ours: 8 },
      ])
      await app.options.set('ModelRatio', '{"mine":2}')
      expect(await raisedPrices(app)).toEqual([])
    })
  })
