import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel, ChannelType, Page } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const FORM = { type: 1, name: 'first', key: 'upstream-key', models: 'gpt-4o,gpt-5' }

for (const { kind, open } of databases()) {
  describe(`channels on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let changes: number[]
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      app.changeEvents.on('channels', id => void changes.push(id))
    })
    beforeEach(async () => {
      for (const table of ['channels', 'abilities', 'logs'] as const) await app.db.deleteFrom(table).execute()
      changes = []
    })
    afterAll(() => database.close())

    const create = (form: object) => admin('POST', '/api/channel/', { body: form })
    const update = (form: object) => admin('PUT', '/api/channel/', { body: form })
    const make = async (form: object = {}) => (await create({ ...FORM, ...form })).data as Channel[]
    const makeOne = async (form: object = {}) => {
      const [channel] = await make(form)
      if (!channel) throw new Error('no channel was made')
      return channel
    }
    const find = async (query: string, path = 'search') => {
      const { data } = await admin('GET', `/api/channel/${path}?${query}`)
      const { items, total } = data as Page<Channel>
      return { names: items.map(({ name }) => name), total }
    }
    const abilities = async (id: number) =>
      (await app.db.selectFrom('abilities').selectAll().where('channel_id', '=', id).execute())
        .map(({ group, model, enabled, priority, weight }) => `${group}/${model} ${enabled} ${priority} ${weight}`)
        .sort()
    const keyOf = async (id: number) => {
      const { key_sealed } = await app.db
        .selectFrom('channels')
        .select('key_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return app.secrets.decrypt(key_sealed)
    }

    test('keep the newest key, whatever else is changed at the same time', async () => {
      const { id } = await makeOne()
      for (let round = 0; round < 8; round++) {
        const renaming = Array.from({ length: 4 }, (_, n) => update({ id, name: `name ${round} ${n}` }))
        await Promise.all([...renaming, update({ id, key: `key ${round}` }), update({ id, priority: round })])
        expect(await keyOf(id)).toBe(`key ${round}`)
      }
    })

    test('are created with the defaults, and shown in full except for the key', async () => {
      const made = await makeOne({ base_url: ' https://proxy.example/openai/// ' })
      expect(made).toEqual({
        id: made.id,
        type: 1,
        name: 'first',
        openai_organization: '',
        max_input_tokens: 0,
        base_url: 'https://proxy.example/openai',
        other: '',
        model_mapping: '',
        status_code_mapping: '',
        models: 'gpt-4o,gpt-5',
        group: 'default',
        auto_ban: 1,
        test_model: '',
        priority: 0,
        weight: 0,
        tag: '',
        setting: '',
        param_override: '',
        status: 1,
        key_spread: '',
        response_time: 0,
        balance: 0,
        used_quota: 0,
        created_time: TEST_NOW,
        test_time: 0,
        balance_updated_time: 0,
        other_info: '',
        version: 1,
      })
      expect((await admin('GET', `/api/channel/${made.id}`)).data).toEqual(made)
      expect(changes).toEqual([0])
    })

    test('are one for every line of the key, except for keys of several lines', async () => {
      const made = await make({ key: 'one\n\n two \r\nthree\n' })
      expect(await Promise.all(made.map(({ id }) => keyOf(id)))).toEqual(['one', 'two', 'three'])
      const account = '{\n  "type": "service_account"\n}'
      const vertex = await make({ type: 41, key: account })
      expect(await Promise.all(vertex.map(({ id }) => keyOf(id)))).toEqual([account])
    })

    test('keep their keys encrypted, and no reply shows one', async () => {
      const { id } = await makeOne({ key: 'sk-upstream-canary' })
      const { key_sealed } = await app.db.selectFrom('channels').select('key_sealed').executeTakeFirstOrThrow()
      expect(key_sealed).not.toContain('canary')
      const replies = [
        await update({ id, key: 'sk-upstream-canary', name: 'renamed' }),
        await admin('GET', `/api/channel/${id}`),
        await admin('GET', '/api/channel/'),
        await admin('GET', '/api/channel/?tag_mode=true'),
      ]
      expect(JSON.stringify(replies)).not.toContain('canary')
    })

    test('show their key to an admin who asks, and the log says who', async () => {
      const { id } = await makeOne()
      const { data: self } = await admin('GET', '/api/user/self')
      const { id: userId, username } = self as { id: number; username: string }
      expect(await admin('POST', `/api/channel/${id}/key`)).toMatchObject({ data: { key: 'upstream-key' } })
      expect(await app.db.selectFrom('logs').selectAll().where('code', '=', 'key_revealed').execute()).toMatchObject([
        { type: 3, user_id: userId, username, channel_id: id, created_at: TEST_NOW },
      ])
    })

    test('serve every pair of their groups and models', async () => {
      const { id } = await makeOne({ group: 'vip, default,vip', models: ' b ,a,,b', priority: 3, weight: 7 })
      expect(await abilities(id)).toEqual(['default/a 1 3 7', 'default/b 1 3 7', 'vip/a 1 3 7', 'vip/b 1 3 7'])
      await update({ id, group: 'vip', models: 'c', weight: -5, status: 2 })
      expect(await abilities(id)).toEqual(['vip/c 0 3 0'])
      await admin('DELETE', `/api/channel/${id}/`)
      expect(await abilities(id)).toEqual([])
    })

    test('may name a plan of their type in place of an address', async () => {
      const { id } = await makeOne({ type: 26, base_url: 'glm-coding-plan' })
      expect((await update({ id, name: 'planned' })).data).toMatchObject({ base_url: 'glm-coding-plan' })
    })

    test('keep fields that a change omits, and clear those it empties', async () => {
      const made = await makeOne({ tag: 'fast', other: 'kept', model_mapping: '{"a":"b"}', priority: 5 })
      const { id } = made
      expect((await update({ id, tag: '', model_mapping: '', priority: 0 })).data).toEqual({
        ...made,
        tag: '',
        model_mapping: '',
        priority: 0,
        version: 2,
      })
      expect((await update({ id, status: 2 })).data).toMatchObject({ status: 2, other: 'kept', models: 'gpt-4o,gpt-5' })
      expect(changes).toEqual([0, id, id])
    })

    test('keep everything when nothing is given', async () => {
      const made = await makeOne()
      for (const nothing of [{}, { key: '' }, { version: 1 }])
        expect((await update({ id: made.id, ...nothing })).data).toEqual(made)
    })

    test('keep the key when the new one is empty', async () => {
      const { id } = await makeOne()
      await update({ id, key: ' \n', name: 'renamed' })
      expect(await keyOf(id)).toBe('upstream-key')
      await update({ id, key: 'another' })
      expect(await keyOf(id)).toBe('another')
      expect(await update({ id, key: 'two\nkeys' })).toMatchObject({ code: 'channel_one_key', field: 'key' })
    })

    test('are not created or changed with invalid fields', async () => {
      const { id } = await makeOne()
      const rejections: [object, string, string][] = [
        [{ name: ' ' }, 'channel_name_and_key_required', 'name'],
        [{ models: ' ,' }, 'channel_models_required', 'models'],
        [{ models: `short,${'x'.repeat(256)}` }, 'channel_model_name_too_long', 'models'],
        [{ type: 9999 }, 'channel_type_unknown', 'type'],
        [{ type: 8 }, 'channel_base_url_required', 'base_url'],
        [{ base_url: 'proxy.example' }, 'channel_base_url_invalid', 'base_url'],
        // a plan, of another type
        [{ base_url: 'glm-coding-plan' }, 'channel_base_url_invalid', 'base_url'],
        [{ type: 26, base_url: 'constructor' }, 'channel_base_url_invalid', 'base_url'],
        [{ base_url: 'file:///etc/passwd' }, 'channel_base_url_invalid', 'base_url'],
        [{ type: 41, other: '{"gemini":"us-east1"}' }, 'channel_regions_invalid', 'other'],
        [{ type: 41, other: '{"default":' }, 'channel_regions_invalid', 'other'],
        [{ type: 17, other: 'a\nb' }, 'channel_other_one_line', 'other'],
        [{ model_mapping: '{"a":' }, 'channel_model_mapping_invalid', 'model_mapping'],
        [{ model_mapping: '["a"]' }, 'channel_model_mapping_invalid', 'model_mapping'],
        [{ model_mapping: '{"a":1}' }, 'channel_model_mapping_invalid', 'model_mapping'],
        [{ model_mapping: '{"a":"b","b":"c","c":"b"}' }, 'channel_model_mapping_cycle', 'model_mapping'],
        [{ status_code_mapping: '[]' }, 'input_invalid', 'status_code_mapping'],
        [{ param_override: 'x' }, 'input_invalid', 'param_override'],
        [{ priority: -1000 }, 'input_invalid', 'priority'],
        [{ status: 4 }, 'input_invalid', 'status'],
      ]
      for (const [wrong, code, field] of rejections) {
        expect(await create({ ...FORM, ...wrong })).toMatchObject({ status: 200, success: false, code, field })
        expect(await update({ id, ...wrong })).toMatchObject({ status: 200, success: false, code, field })
      }
      expect(await create({ ...FORM, key: ' \n ' })).toMatchObject({
        code: 'channel_name_and_key_required',
        field: 'key',
      })
      expect(await find('')).toEqual({ names: ['first'], total: 1 })
    })

    test('say what is wrong in the caller’s language', async () => {
      const message = async (form: object, language: 'zh' | 'en' | 'ru') =>
        (await admin('POST', '/api/channel/', { body: { ...FORM, ...form }, language })).message
      expect(await message({ models: '' }, 'zh')).toBe('请至少选择一个模型！')
      expect(await message({ name: '' }, 'zh')).toBe('请填写渠道名称和渠道密钥！')
      expect(await message({ model_mapping: '{' }, 'zh')).toBe('模型映射必须是合法的 JSON 格式！')
      expect(await message({ setting: '{' }, 'ru')).toBe('Поле «setting»: ожидается объект JSON')
    })

    test('accept neither money nor history from input', async () => {
      const made = await makeOne({
        id: 77,
        used_quota: 5,
        balance: 9,
        created_time: 1,
        other_info: '{}',
        key_sealed: 'x',
      })
      expect(made).toMatchObject({ used_quota: 0, balance: 0, created_time: TEST_NOW, other_info: '' })
      await update({ id: made.id, used_quota: 5, key_sealed: 'x' })
      expect((await admin('GET', `/api/channel/${made.id}`)).data).toEqual(made)
    })

    test('come highest priority first, or newest first', async () => {
      for (const [name, priority] of [
        ['low', 0],
        ['high', 9],
        ['low too', 0],
      ] as const)
        await make({ name, priority })
      expect(await find('', '')).toEqual({ names: ['high', 'low too', 'low'], total: 3 })
      expect(await find('id_sort=true', '')).toEqual({ names: ['low too', 'high', 'low'], total: 3 })
      expect(await find('p=2&page_size=2')).toEqual({ names: ['low'], total: 3 })
    })

    test('are found by id, name, address, model, group, status and type', async () => {
      const { id } = await makeOne({ name: 'Alpha 100%', base_url: 'https://proxy.example', group: 'vip' })
      await make({ name: 'beta_1', models: 'claude-opus-5', type: 14, status: 2 })
      const finds: [string, string[]][] = [
        [`keyword=${id}`, ['Alpha 100%']],
        ['keyword=alpha', ['Alpha 100%']],
        ['keyword=PROXY', ['Alpha 100%']],
        ['keyword=%25', ['Alpha 100%']],
        ['keyword=_', ['beta_1']],
        ['keyword=!', []],
        ['keyword=999999999999999999999', []],
        ["keyword='", []],
        ['model=OPUS', ['beta_1']],
        ['group=vip', ['Alpha 100%']],
        ['group=vi', []],
        ['group=vip&model=claude', []],
        ['status=2', ['beta_1']],
        ['type=14', ['beta_1']],
      ]
      for (const [query, names] of finds) expect([query, (await find(query)).names]).toEqual([query, names])
    })

    test('come by tags in tag mode, a page of tags with all channels of each', async () => {
      for (const [name, tag] of [
        ['a1', 'a'],
        ['b1', 'b'],
        ['a2', 'a'],
        ['loose', ''],
      ] as const)
        await make({ name, tag })
      expect(await find('tag_mode=true&page_size=1')).toEqual({ names: ['a2', 'a1'], total: 2 })
      expect(await find('tag_mode=true&page_size=1&p=2')).toEqual({ names: ['b1'], total: 2 })
      expect(await find('tag_mode=true&page_size=1&p=3')).toEqual({ names: [], total: 2 })
    })

    test('that do not exist are not found', async () => {
      const missing = { status: 200, success: false, code: 'channel_not_found' }
      expect(await admin('GET', '/api/channel/404')).toMatchObject(missing)
      expect(await update({ id: 404, name: 'x' })).toMatchObject(missing)
      expect(await admin('DELETE', '/api/channel/404')).toMatchObject(missing)
      expect(await admin('POST', '/api/channel/404/key')).toMatchObject(missing)
      expect(await admin('GET', '/api/channel/0')).toMatchObject({ code: 'input_invalid', field: 'id' })
    })

    test('with thousands of models are stored and changed in one go', async () => {
      const models = Array.from({ length: 4000 }, (_, number) => `model-${number}`)
      const { id } = await makeOne({ models: models.join(','), group: 'default,vip' })
      expect(await abilities(id)).toHaveLength(8000)
      await update({ id, models: models.slice(0, 3).join(',') })
      expect(await abilities(id)).toHaveLength(6)
    })

    test('accept exactly the types in the list of types', async () => {
      const types = (await admin('GET', '/api/channel/types')).data as ChannelType[]
      for (const { type, needs_address } of types) {
        const made = await create({ ...FORM, type, base_url: needs_address ? 'http://up' : '' })
        expect(made).toMatchObject({ success: true, data: [{ type }] })
      }
      expect(types.find(({ id }) => id === 'vertex')).toEqual({
        type: 41,
        id: 'vertex',
        name: 'Vertex AI',
        color: 'blue',
        base_url: '',
        needs_address: false,
        other: 'region',
        key_format: 'service-account JSON',
        key_has_lines: true,
        legacy: false,
      })
    })

    test('report which models are enabled, and which names are known', async () => {
      await make({ models: 'house-model,gpt-5' })
      await make({ models: 'resting-model', status: 2 })
      expect((await admin('GET', '/api/channel/models_enabled')).data).toEqual(['gpt-5', 'house-model'])
      const known = (await admin('GET', '/api/channel/models')).data as {
        id: string
        object: string
        owned_by: string
      }[]
      expect(known).toContainEqual({ id: 'gpt-5', object: 'model', owned_by: 'OpenAI' })
      expect(known).toContainEqual({ id: 'house-model', object: 'model', owned_by: 'custom' })
      expect(new Set(known.map(({ id }) => id)).size).toBe(known.length)
      const byType = (await admin('GET', '/api/models')).data as Record<string, string[]>
      expect(byType['14']).toContain('claude-opus-5')
    })
  })
}
