import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import { type ChannelsDesk, openChannelsDesk } from '../../../test/support/channels-desk.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'

const KEY = 'sk-listing-canary-0123456789'
const [sqlite] = databases()
let database: TestDatabase
let desk: ChannelsDesk
let upstream: ScriptedUpstream
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  desk = await openChannelsDesk(database)
})
beforeEach(async () => {
  upstream = await startScriptedUpstream()
  await desk.clear()
})
afterEach(() => upstream.stop())
afterAll(() => database.close())

const reply = (status: number, body: unknown, type = 'application/json') => {
  upstream.answer = (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}
const ask = (form: object = {}) =>
  desk.admin('POST', '/api/channel/fetch_models', { body: { type: 1, key: KEY, base_url: upstream.url, ...form } })

describe('an upstream’s list of models', () => {
  test('is fetched with the stored key, which nobody sees', async () => {
    reply(200, { object: 'list', data: [{ id: 'gpt-5' }, { id: 'gpt-4o' }, { id: 'gpt-5' }] })
    const { id } = await desk.make({ base_url: upstream.url, key: KEY, status: 2 })
    const answer = await desk.admin('GET', `/api/channel/fetch_models/${id}`)
    expect(answer).toMatchObject({ success: true, data: ['gpt-4o', 'gpt-5'] })
    expect(upstream.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v1/models', `Bearer ${KEY}`],
    ])
    expect(JSON.stringify(answer)).not.toContain('canary')
    expect(await desk.admin('GET', '/api/channel/fetch_models/404')).toMatchObject({ code: 'channel_not_found' })
  })

  test('is fetched with the first key of a form, and not without one', async () => {
    reply(200, { data: [{ id: 'm' }] })
    expect(await ask({ key: `\n${KEY}\nanother` })).toMatchObject({ data: ['m'] })
    expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(await ask({ key: ' ' })).toMatchObject({ code: 'channel_key_required', field: 'key' })
    expect(await ask({ base_url: 'file:///etc/passwd' })).toMatchObject({ code: 'channel_base_url_invalid' })
    expect(await ask({ base_url: 'gopher://127.0.0.1' })).toMatchObject({ code: 'channel_base_url_invalid' })
    expect(upstream.received).toHaveLength(1)
  })

  test('is fetched with the first of several stored keys', async () => {
    reply(200, { data: [{ id: 'm' }] })
    const { id } = await desk.make({ base_url: upstream.url, key: `${KEY}\nanother`, key_spread: 'random' })
    expect(await desk.admin('GET', `/api/channel/fetch_models/${id}`)).toMatchObject({ data: ['m'] })
    expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  const places: [type: number, other: string, path: string, header: string, body: unknown][] = [
    [14, '', '/v1/models?limit=1000', 'x-api-key', { data: [{ id: 'b' }, { id: 'a' }] }],
    [
      24,
      '',
      '/v1beta/models?pageSize=1000',
      'x-goog-api-key',
      { models: [{ name: 'models/b' }, { name: 'models/a' }] },
    ],
    [3, '', '/openai/deployments?api-version=2022-12-01', 'api-key', { data: [{ id: 'a' }, { id: 'b' }] }],
    [34, '', '/v1/models?page_size=1000', 'authorization', { models: [{ name: 'a' }, { name: 'b' }] }],
    [17, '', '/compatible-mode/v1/models', 'authorization', { data: [{ id: 'a' }, { id: 'b' }] }],
    [45, '', '/api/v3/models', 'authorization', { data: [{ id: 'a' }, { id: 'b' }] }],
    [26, '', '/api/paas/v4/models', 'authorization', ['b', 'a']],
    [35, '', '/v1/models', 'authorization', { data: [{ id: 'a' }, { id: 'b' }] }],
    [
      39,
      'acc',
      '/client/v4/accounts/acc/ai/models/search?per_page=1000',
      'authorization',
      { result: [{ id: 'x1', name: '@cf/a' }] },
    ],
  ]
  test.each(places)('of type %i (%s) is at %s', async (type, other, path, header, body) => {
    reply(200, body)
    expect((await ask({ type, other })).data).toEqual(type === 39 ? ['@cf/a'] : ['a', 'b'])
    expect(upstream.received[0]?.path).toBe(path)
    expect(upstream.received[0]?.headers[header]).toContain(KEY)
  })

  test('is next to a full address’s conversations path, and absent if that path says nothing', async () => {
    reply(200, { data: [{ id: 'm' }] })
    expect((await ask({ type: 8, base_url: `${upstream.url}/proxy/v1/chat/completions` })).data).toEqual(['m'])
    expect(upstream.received[0]?.path).toBe('/proxy/v1/models')
    for (const form of [{ type: 8 }, { type: 41 }, { type: 33 }])
      expect(await ask(form)).toMatchObject({ code: 'channel_models_not_listed', field: 'type' })
  })

  test('a refusal is reported in the upstream’s own words, without its key and host', async () => {
    const { host } = new URL(upstream.url)
    reply(401, { error: { message: `Incorrect API key ${KEY} at ${host}: see your account`, code: 'invalid_api_key' } })
    const answer = await ask()
    expect(answer).toMatchObject({ status: 200, code: 'channel_models_not_fetched' })
    expect(answer.message).toContain('The upstream did not list its models: Incorrect API key')
    expect(answer.message).toContain('see your account')
    expect(answer.message).not.toContain('canary')
    expect(answer.message).not.toContain(host)
    // a key that does not look like one
    reply(401, { error: { message: 'Nobody is called tulipgarden here' } })
    expect((await ask({ key: 'tulipgarden' })).message).toContain('Nobody is called *** here')
  })

  test('an invalid or missing list is reported in one sentence', async () => {
    for (const [status, body, type] of [
      [200, '<html>', 'text/html'],
      [200, '{"data":', 'application/json'],
      [200, { error: 'no' }, 'application/json'],
      [500, '', 'text/plain'],
    ] as const) {
      reply(status, body, type)
      const answer = await ask()
      expect([status, body, answer.code]).toEqual([status, body, 'channel_models_not_fetched'])
      expect(answer.message).not.toContain('127.0.0.1')
    }
    await upstream.stop()
    expect(await ask()).toMatchObject({ success: false, code: 'channel_models_not_fetched' })
  })

  test('sends the key nowhere else: redirects are not followed', async () => {
    const elsewhere = await startScriptedUpstream()
    upstream.answer = response => response.writeHead(302, { location: `${elsewhere.url}/v1/models` }).end()
    expect(await ask()).toMatchObject({ code: 'channel_models_not_fetched' })
    expect(elsewhere.received).toEqual([])
    await elsewhere.stop()
  })

  test('an endless list is not read to its end', async () => {
    upstream.answer = response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (response.write('"model",'.repeat(8192)));
      }
      response.on('drain', more)
      more()
    }
    expect(await ask()).toMatchObject({ code: 'channel_models_not_fetched' })
  })

  test('leaves out names that no channel could have', async () => {
    reply(200, { data: [{ id: 'good' }, { id: 'a,b' }, { id: 'x'.repeat(256) }, { id: 7 }, null, {}, { id: '' }] })
    expect((await ask()).data).toEqual(['good'])
  })
})

describe('a kept list of models', () => {
  const presets = async () => (await desk.admin('GET', '/api/prefill_group/')).data
  const keep = (body: object, method = 'POST') => desk.admin(method, '/api/prefill_group/', { body })

  test('is created, changed, listed by name and deleted', async () => {
    const { id } = (await keep({ name: ' small ', items: ['b', 'a', 'b'] })).data as { id: number }
    await keep({ name: 'large', items: ['z'] })
    expect(await presets()).toMatchObject([{ name: 'large' }, { id, name: 'small', items: ['b', 'a'] }])
    expect(await keep({ id, name: 'small', items: ['c'] }, 'PUT')).toMatchObject({ data: { id, items: ['c'] } })
    expect(await desk.admin('DELETE', `/api/prefill_group/${id}`)).toMatchObject({ success: true })
    expect(await presets()).toMatchObject([{ name: 'large' }])
    expect(await desk.acts()).toEqual([...Array(3).fill('model_preset_kept'), 'model_preset_deleted'])
  })

  test('needs a unique name, and models', async () => {
    await keep({ name: 'one', items: ['a'] })
    expect(await keep({ name: 'one', items: ['b'] })).toMatchObject({ code: 'model_preset_name_taken', field: 'name' })
    expect(await keep({ name: ' ', items: ['b'] })).toMatchObject({ code: 'input_invalid', field: 'name' })
    expect(await keep({ name: 'two', items: [] })).toMatchObject({ code: 'input_invalid', field: 'items' })
    expect(await keep({ id: 404, name: 'two', items: ['a'] }, 'PUT')).toMatchObject({ code: 'model_preset_not_found' })
    expect(await desk.admin('DELETE', '/api/prefill_group/404')).toMatchObject({ code: 'model_preset_not_found' })
    expect(await presets()).toMatchObject([{ name: 'one', items: ['a'] }])
  })
})
