import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type NewChildKey, TOKEN_STATUS } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
}

for (const { kind, open } of databases()) {
  describe(`a token’s own child keys on ${kind}`, () => {
    const upstream = startWireUpstream(() => COMPLETION)
    let database: TestDatabase
    let gateway: TestGateway
    let bearer: string
    let parentId: number
    beforeAll(async () => {
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL)
      await gateway.setOption('ModelRatio', '{"m":1,"n":1}')
      await gateway.makeChannel({ base_url: upstream.url, models: 'm,n' })
    })
    beforeEach(async () => {
      upstream.requests.length = 0
      const parent = await gateway.makeToken({ unlimited_quota: false, remain_quota: 100_000 })
      bearer = parent.bearer
      parentId = parent.id
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const ask = async (method: string, path: string, key: string, body?: unknown) => {
      const response = await fetch(gateway.url + path, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const make = async (key: string, form: object = {}) =>
      (await ask('POST', '/v1/keys', key, { name: 'agent', quota: 50_000, ...form })).body as NewChildKey
    const left = async (id: number) =>
      (await gateway.consoleCall<{ remain_quota: number }>('GET', `/api/token/${id}`)).remain_quota
    const call = (key: string, model = 'm') =>
      ask('POST', '/v1/chat/completions', key, { model, max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] })
    const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
      status,
      body.error?.code,
    ]

    test('can be made with the token’s key, make calls, are listed without their key, and can be ended', async () => {
      const child = await make(bearer, { models: ['m'], label: 'crawler', rpm: 30 })
      expect([child.key, child.quota, child.remain_quota]).toEqual([expect.stringMatching(/^sk-/), 50_000, 50_000])
      expect([(await call(child.key)).status, code(await call(child.key, 'n'))]).toEqual([
        200,
        [403, 'model_not_allowed'],
      ])
      const below = await make(child.key, { quota: 10_000 })
      const { body } = await ask('GET', '/v1/keys', bearer)
      expect(body.data.map(({ id, parent_id, depth }: NewChildKey) => [id, parent_id, depth])).toEqual([
        [below.id, child.id, 2],
        [child.id, parentId, 1],
      ])
      expect(JSON.stringify(body)).not.toContain('sk-')
      expect(await ask('GET', '/v1/keys?limit=1', bearer)).toMatchObject({
        body: { has_more: true, data: [{ id: below.id }] },
      })
      expect(await ask('GET', `/v1/keys?limit=1&after=${below.id}`, bearer)).toMatchObject({
        body: { has_more: false, data: [{ id: child.id, used_quota: 150 }] },
      })
      expect(await ask('DELETE', `/v1/keys/${child.id}`, bearer)).toEqual({
        status: 200,
        body: { id: child.id, deleted: true },
      })
      expect([code(await call(child.key)), code(await call(below.key))]).toEqual(Array(2).fill([401, 'token_invalid']))
      expect(await left(parentId)).toBe(100_000 - 150)
    })

    test('can also be ended by a query parameter', async () => {
      const { id } = await make(bearer)
      expect((await ask('DELETE', `/v1/keys?id=${id}`, bearer)).body).toEqual({ id, deleted: true })
    })

    test('cannot end or list themselves, siblings or their parent, and a wrong key reaches none', async () => {
      const [one, other] = [await make(bearer, { quota: 1_000 }), await make(bearer, { quota: 1_000 })]
      for (const id of [other.id, one.id, parentId, 0, -1, 'x', '1e3', '1;2'])
        expect(code(await ask('DELETE', `/v1/keys/${id}`, one.key))).toEqual([404, 'token_not_found'])
      expect((await ask('GET', '/v1/keys', one.key)).body.data).toEqual([])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(code(await ask(method, '/v1/keys?id=1', 'sk-wrong', method === 'POST' ? {} : undefined))).toEqual([
          401,
          'token_invalid',
        ])
    })

    test('are refused in the client’s dialect with one sentence', async () => {
      const refused: [unknown, number, string][] = [
        [{ name: 'a', quota: 100_001 }, 403, 'child_quota_insufficient'],
        [{ name: 'a', quota: -1 }, 400, 'input_invalid'],
        [{ name: 'a', quota: 1.5 }, 400, 'input_invalid'],
        ['{"name":"a","quota":NaN}', 400, 'body_not_json'],
        ['{"name":"a","quota":1e400}', 400, 'input_invalid'],
        [{ name: 'a', quota: 1, role: 100 }, 400, 'input_invalid'],
        [{ name: '', quota: 1 }, 400, 'token_name_required'],
        [{ name: 'a', quota: 1, expires_at: 5 }, 400, 'child_expiry_passed'],
        ['[]', 400, 'input_invalid'],
        ['null', 400, 'input_invalid'],
        ['', 400, 'body_not_json'],
      ]
      for (const [form, status, wanted] of refused)
        expect([form, code(await ask('POST', '/v1/keys', bearer, form))]).toEqual([form, [status, wanted]])
      expect((await ask('POST', '/v1/keys', bearer, { name: 'a', quota: 100_001 })).body.error).toMatchObject({
        message: expect.stringContaining('The parent key has 100000 left that is not in use; ask for less'),
        type: 'insufficient_quota',
        param: null,
        code: 'child_quota_insufficient',
      })
      expect(await left(parentId)).toBe(100_000)
    })

    test('of a drained parent spend their own slice and no more', async () => {
      const { id, key } = await make(bearer, { quota: 160 })
      await gateway.consoleCall('PUT', '/api/token/', { id: parentId, remain_quota: 0 })
      expect(code(await call(bearer))).toEqual([403, 'token_quota_insufficient'])
      expect((await call(key)).status).toBe(200)
      expect(code(await call(key))).toEqual([403, 'token_quota_insufficient'])
      expect([await left(id), await left(parentId)]).toEqual([10, 0])
    })

    test('stop at once when their branch is frozen, and work again when it is unfrozen', async () => {
      const child = await make(bearer)
      const below = await make(child.key, { quota: 10_000 })
      expect([(await call(bearer)).status, (await call(below.key)).status]).toEqual([200, 200])
      const freeze = (frozen: boolean) => gateway.consoleCall('PUT', `/api/token/${child.id}/frozen`, { frozen })
      await freeze(true)
      const statuses = async () =>
        (await Promise.all([call(bearer), call(child.key), call(below.key)])).map(({ status }) => status)
      expect(await statuses()).toEqual([200, 401, 401])
      expect(code(await call(below.key))).toEqual([401, 'token_frozen'])
      await freeze(false)
      expect(await statuses()).toEqual([200, 200, 200])
    })

    test('stop while a key above them is disabled, because a thief of that key may have made them', async () => {
      const child = await make(bearer)
      const below = await make(child.key, { quota: 10_000 })
      const statuses = async () =>
        (await Promise.all([call(bearer), call(child.key), call(below.key)])).map(({ status }) => status)
      expect(await statuses()).toEqual([200, 200, 200])
      for (const [id, wanted] of [
        [parentId, [401, 401, 401]],
        [child.id, [200, 401, 401]],
      ] as const) {
        await gateway.consoleCall('PUT', '/api/token/', { id, status: TOKEN_STATUS.disabled })
        expect(await statuses()).toEqual([...wanted])
        await gateway.consoleCall('PUT', '/api/token/', { id, status: TOKEN_STATUS.enabled })
        expect(await statuses()).toEqual([200, 200, 200])
      }
    })

    test('count their calls a minute against every key above them', async () => {
      const child = await make(bearer, { rpm: 2 })
      // Made with the child's own key, which counts as its call.
      const below = await make(child.key, { quota: 10_000 })
      expect((await call(below.key)).status).toBe(200)
      expect(code(await call(below.key))).toEqual([429, 'too_many_calls'])
      expect((await call(bearer)).status).toBe(200)
    })
  })
}
