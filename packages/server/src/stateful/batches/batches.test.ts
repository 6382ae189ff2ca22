import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { type Log, type LogOther, receiptOf, type Token } from '@tollgate/contract'
import OpenAI, { toFile } from 'openai'
import { type BatchUpstream, startBatchUpstream } from '../../../test/support/batch-upstream.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { auditLedger } from '../../money/ledger/audit.ts'
import { credit } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'
import { pollBatches } from './poll.ts'

const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
}
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 100, output_tokens: 20 },
}
/** 100 input tokens at ratio 1 and 20 output tokens at ratio 4, at half the price. */
const COST = (100 + 20 * 4) / 2

const line = (custom_id: string, body: object = {}, more: object = {}) =>
  JSON.stringify({
    custom_id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'gpt-b', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }], ...body },
    ...more,
  })

for (const { kind, open } of databases()) {
  describe(`batches on ${kind}`, () => {
    let database: TestDatabase
    let gateway: TestGateway
    let app: RunningApp
    let upstream: BatchUpstream
    let owner: Awaited<ReturnType<typeof makeUser>>
    let openai: OpenAI
    let anthropic: Anthropic
    const answered: object[] = []

    beforeAll(async () => {
      database = await open()
      upstream = startBatchUpstream(body => {
        answered.push(body)
        if (JSON.stringify(body).includes('fail')) return 'failed'
        if ('max_tokens' in body && 'system' in body) return message
        return JSON.stringify(body).includes('other') ? { ...completion, model: 'gpt-dear' } : completion
      })
      gateway = await startGateway(database.place.DATABASE_URL, async (...how) => {
        app = await buildAppContext(...how)
        return app
      })
      await gateway.makeChannel({
        base_url: upstream.url,
        models: 'gpt-b,gpt-mapped',
        model_mapping: '{"gpt-mapped":"up"}',
      })
      await gateway.makeChannel({ base_url: upstream.url, models: 'claude-b,claude-c', type: 14 })
      const models = ['gpt-b', 'gpt-mapped', 'claude-b', 'claude-c']
      const each = (ratio: number) => JSON.stringify(Object.fromEntries(models.map(model => [model, ratio])))
      await gateway.setOption('ModelRatio', JSON.stringify({ ...JSON.parse(each(1)), 'gpt-dear': 10 }))
      await gateway.setOption('CompletionRatio', JSON.stringify({ ...JSON.parse(each(4)), 'gpt-dear': 4 }))
      owner = await makeUser()
      openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: owner.bearer, maxRetries: 0 })
      anthropic = new Anthropic({ baseURL: gateway.url, apiKey: owner.bearer, maxRetries: 0 })
    })

    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    async function makeUser(balance = 1_000_000, token: Partial<Token> = {}) {
      const user = await signUp(app, 1)
      await credit(app.db, { userId: user.id, amount: balance, reference: `grant:test:${user.id}`, now: 1 })
      const [made] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
        name: 't',
        unlimited_quota: true,
        ...token,
      })
      if (!made) throw new Error('no token')
      return { ...user, tokenId: made.id, bearer: `sk-${made.key}` }
    }

    const quotaOf = async (id: number) =>
      (await app.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota
    const logsOf = async (id: number): Promise<(Log & { parsed: LogOther })[]> =>
      (await app.db.selectFrom('logs').selectAll().where('user_id', '=', id).orderBy('id').execute()).map(
        row => ({ ...row, parsed: JSON.parse(row.other || '{}') }) as never, // like the console
      )
    const upload = (text: string, client = openai) =>
      toFile(Buffer.from(text), 'requests.jsonl').then(file => client.files.create({ file, purpose: 'batch' }))
    const create = (input_file_id: string, client = openai) =>
      client.batches.create({ input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' })

    /** Runs the job as if the batches were due. */
    async function poll(later = 0): Promise<number> {
      await app.db.updateTable('relay_batches').set({ poll_at: 0 }).where('state', '!=', 'settled').execute()
      const now = () => app.now() + later
      return pollBatches({ ...app.relay, now }, new AbortController().signal)
    }
    const booksBalance = async () => expect((await auditLedger(app.db, app.now())).findings).toEqual([])
    const codeOf = (refused: Promise<unknown>) =>
      refused.then(
        () => 'none',
        error => `${error.status} ${error.code ?? error.error?.error?.type}`,
      )

    test('OpenAI’s: uploaded, created, held, charged by its results at half the price, and the rest refunded', async () => {
      const user = await makeUser()
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      const file = await upload([line('a'), line('b'), line('c', { stop: 'fail' })].join('\n'), client)
      expect(file).toMatchObject({ object: 'file', purpose: 'batch', filename: 'requests.jsonl' })
      expect(file.id).toMatch(/^file-\w{24}$/)
      const batch = await create(file.id, client)
      expect(batch).toMatchObject({ object: 'batch', status: 'in_progress', input_file_id: file.id })
      const held = 1_000_000 - (await quotaOf(user.id))
      expect(held).toBeGreaterThan(2 * COST)
      expect(JSON.stringify(batch)).not.toContain('upstream')
      expect((await client.batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
      await booksBalance()

      expect(await poll()).toBe(0)
      upstream.finish()
      expect(await poll()).toBe(1)
      expect(await poll()).toBe(0)
      expect(1_000_000 - (await quotaOf(user.id))).toBe(2 * COST)
      const over = await client.batches.retrieve(batch.id)
      expect(over.status).toBe('completed')
      const results = await (await client.files.content(over.output_file_id ?? '')).text()
      expect(results.trim().split('\n')).toHaveLength(2)
      const errors = await (await client.files.content(over.error_file_id ?? '')).text()
      expect(errors).toContain('has no access')
      expect(errors).not.toContain('upstream-key')

      const rows = await logsOf(user.id)
      expect(rows.map(({ type }) => type)).toEqual([4, 2])
      expect(rows[1]).toMatchObject({ model_name: 'gpt-b', quota: 2 * COST, prompt_tokens: 200, completion_tokens: 40 })
      expect(rows[1]?.parsed.batch).toEqual({ id: batch.id, requests: 3, succeeded: 2, price_share: 0.5 })
      expect(receiptOf(rows[1]?.parsed ?? {}).total).toBe(2 * COST)
      await client.files.delete(file.id)
      expect(await codeOf(client.files.retrieve(file.id))).toBe('404 file_unknown')
      await booksBalance()
    })

    test('no request of either may choose another model or a dearer service, and the row reports it', async () => {
      const chosen = { models: ['dear'], extra_body: { model: 'dear' }, service_tier: 'priority' }
      const user = await makeUser()
      const form = new FormData()
      form.append('purpose', 'batch')
      form.append('file', new Blob([line('a', chosen)]), 'requests.jsonl')
      const send = (path: string, body: FormData | string) =>
        fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${user.bearer}` }, body })
      const file = await send('/v1/files', form)
      expect(file.headers.get('x-tollgate-losses')).toContain('"models"')
      const { id } = (await file.json()) as { id: string }
      await create(id, new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 }))
      const params = { model: 'claude-b', max_tokens: 30, messages: [{ role: 'user', content: 'Hi' }], ...chosen }
      const made = await send('/v1/messages/batches', JSON.stringify({ requests: [{ custom_id: 'one', params }] }))
      expect(made.headers.get('x-tollgate-losses')).toContain('"service_tier"')
      upstream.finish()
      await poll()
      const bodies = answered.slice(-2)
      expect(bodies.map(body => Object.keys(body).sort())).toEqual([
        ['extra_body', 'max_tokens', 'messages', 'model'],
        ['extra_body', 'max_tokens', 'messages', 'model'],
      ])
      expect(JSON.stringify(bodies)).not.toContain('dear')
      await booksBalance()
    })

    test('results that a dearer model served cost its price, in a separate row', async () => {
      const user = await makeUser()
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      await create((await upload([line('a'), line('b', { stop: 'other' })].join('\n'), client)).id, client)
      upstream.finish()
      await poll()
      const rows = (await logsOf(user.id)).filter(({ parsed }) => parsed.batch)
      expect(
        rows.map(({ quota, parsed }) => [quota, parsed.served_price] as const).sort((a, b) => a[0] - b[0]),
      ).toEqual([
        [COST, undefined],
        [10 * COST, { by: 'served_model', model: 'gpt-dear', asked_quota: COST }],
      ])
      for (const { quota, parsed } of rows) expect(receiptOf(parsed).total).toBe(quota)
      await booksBalance()
    })

    test('Anthropic’s: with two models, there is a row for each', async () => {
      const params = (model: string, system = 'x') => ({
        model,
        max_tokens: 30,
        system,
        messages: [{ role: 'user' as const, content: 'Hi' }],
      })
      const before = await quotaOf(owner.id)
      const batch = await anthropic.messages.batches.create({
        requests: [
          { custom_id: 'one', params: params('claude-b') },
          { custom_id: 'two', params: params('claude-c') },
          { custom_id: 'three', params: params('claude-c') },
          { custom_id: 'four', params: params('claude-b', 'fail') },
        ],
      })
      expect(batch).toMatchObject({ processing_status: 'in_progress', results_url: null })
      expect(batch.id).toMatch(/^msgbatch_\w{24}$/)
      upstream.finish()
      expect(await poll()).toBe(1)
      expect(before - (await quotaOf(owner.id))).toBe(3 * COST)
      const results = await Array.fromAsync(await anthropic.messages.batches.results(batch.id))
      expect(results.map(({ custom_id, result }) => [custom_id, result.type])).toEqual([
        ['one', 'succeeded'],
        ['two', 'succeeded'],
        ['three', 'succeeded'],
        ['four', 'errored'],
      ])
      expect(JSON.stringify(results)).not.toContain('upstream-key')
      const rows = (await logsOf(owner.id)).filter(({ parsed }) => parsed.batch?.id === batch.id)
      expect(rows.map(({ model_name, quota }) => [model_name, quota]).sort()).toEqual([
        ['claude-b', COST],
        ['claude-c', 2 * COST],
      ])
      for (const { parsed, quota } of rows) expect(receiptOf(parsed).total).toBe(quota)
      expect((await anthropic.messages.batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
      expect(await anthropic.messages.batches.delete(batch.id)).toMatchObject({ type: 'message_batch_deleted' })
      expect(await codeOf(anthropic.messages.batches.retrieve(batch.id))).toStartWith('404')
      await booksBalance()
    })

    test.each<[what: string, ids: [string, string], more: string]>([
      ['the same id twice', ['one', 'one'], ''],
      ['the same id twice, spelled otherwise', ['one', '\\u006fne'], ''],
      ['an id that Anthropic has not', ['one', 'one '], ''],
      ['requests in another spelling beside them', ['one', 'two'], '"Requests":[],'],
      ['requests in another alphabet’s spelling', ['one', 'two'], '"reque\u017fts":[],'],
    ])('Anthropic’s with %s is refused before anything is held', async (_, ids, more) => {
      const [before, known] = [await quotaOf(owner.id), upstream.batches.size]
      const request = (id: string, model: string) =>
        `{"custom_id":"${id}","params":{"model":"${model}","max_tokens":9,"messages":[]}}`
      const body = `{${more}"requests":[${request(ids[0], 'claude-b')},${request(ids[1], 'claude-c')}]}`
      const headers = { 'x-api-key': owner.bearer, 'anthropic-version': '2023-06-01' }
      const refused = await fetch(`${gateway.url}/v1/messages/batches`, { method: 'POST', headers, body })
      expect(refused.status).toBe(400)
      expect(await quotaOf(owner.id)).toBe(before)
      expect(upstream.batches.size).toBe(known)
    })

    test('Anthropic’s with a model that no channel takes in batches is refused for that', async () => {
      const params = { model: 'gpt-b', max_tokens: 9, messages: [] }
      const made = anthropic.messages.batches.create({ requests: [{ custom_id: 'one', params }] })
      expect(await made.catch(error => [error.status, error.message])).toEqual([
        503,
        expect.stringContaining('accepts batches'),
      ])
    })

    test('a batch names each member once, and unknown members are not sent', async () => {
      const file = await upload(line('a'))
      const another = await upload(line('b'))
      const known = upstream.batches.size
      const make = (body: string) =>
        fetch(`${gateway.url}/v1/batches`, {
          method: 'POST',
          headers: { authorization: `Bearer ${owner.bearer}` },
          body,
        })
      const asked = (more: string) =>
        make(
          `{"input_file_id":"${file.id}",${more}"endpoint":"/v1/chat/completions","completion_window":"24h","metadata":{"a":"b"}}`,
        )
      for (const name of ['input_file_id', 'Input_File_Id', 'INPUT_FILE_ID', '\\u0049nput_file_id']) {
        const refused = await asked(`"${name}":"${another.id}",`)
        expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'member_ambiguous'])
      }
      expect(upstream.batches.size).toBe(known)
      expect((await asked(`"input_blob":"https://files.example/1","model":"dearer",`)).status).toBe(200)
      const [made] = [...upstream.batches.values()].slice(-1)
      expect(made?.told).toMatchObject({ metadata: { a: 'b' }, completion_window: '24h' })
      expect(made?.told).not.toHaveProperty('input_blob')
      expect(made?.told).not.toHaveProperty('model')
      upstream.finish()
      await poll()
    })

    for (const [status, many] of [
      ['expired', 1],
      ['cancelled', 1],
      ['failed', 0],
      ['expired', 0],
    ] as const) {
      test(`one that is ${status} is charged for the ${many} of two that it finished`, async () => {
        const before = await quotaOf(owner.id)
        const batch = await create((await upload(`${line('a')}\n${line('b')}\n`)).id)
        if (status === 'cancelled') expect((await openai.batches.cancel(batch.id)).status).toBe('cancelling')
        upstream.finish(status, many)
        expect(await poll()).toBe(1)
        expect(before - (await quotaOf(owner.id))).toBe(many * COST)
        expect((await openai.batches.retrieve(batch.id)).status).toBe(status)
        await booksBalance()
      })
    }

    test('a mapped model is sent under its upstream’s name', async () => {
      const file = await upload(line('a', { model: 'gpt-mapped' }))
      const stored = [...upstream.files.values()].at(-1)
      expect(JSON.parse(stored?.content ?? '').body.model).toBe('up')
      await create(file.id)
      upstream.finish()
      await poll()
      expect((await logsOf(owner.id)).at(-1)?.parsed).toMatchObject({ upstream_model_name: 'up' })
    })

    test('a channel with several keys makes the batch of a file with the key that has the file', async () => {
      await gateway.setOption('ModelRatio', JSON.stringify({ ...app.options.get('ModelRatio'), 'gpt-keys': 1 }))
      await gateway.makeChannel({
        base_url: upstream.url,
        models: 'gpt-keys',
        key: 'first-key\nsecond-key',
        key_spread: 'in_turn',
      })
      const { id } = await upload(line('a', { model: 'gpt-keys' }))
      const batch = await create(id)
      expect(batch.status).toBe('in_progress')
      const keyOf = async (table: 'relay_files' | 'relay_batches', id: string) =>
        (await app.db.selectFrom(table).select('channel_key').where('id', '=', id).executeTakeFirstOrThrow())
          .channel_key
      const key = await keyOf('relay_files', id)
      expect(key).not.toBe('')
      expect(await keyOf('relay_batches', batch.id)).toBe(key)
      upstream.finish()
      await poll()
      const { status, output_file_id } = await openai.batches.retrieve(batch.id)
      expect(status).toBe('completed')
      expect(await keyOf('relay_files', output_file_id ?? '')).toBe(key)
    })

    test('other users’ files and batches cannot be found', async () => {
      const other = await makeUser()
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: other.bearer, maxRetries: 0 })
      const claude = new Anthropic({ baseURL: gateway.url, apiKey: other.bearer, maxRetries: 0 })
      const file = await upload(line('a'))
      const batch = await create(file.id)
      const messages = await anthropic.messages.batches.create({
        requests: [{ custom_id: 'one', params: { model: 'claude-b', max_tokens: 9, messages: [] } }],
      })
      const upstreamIds = [...upstream.files.keys(), ...upstream.batches.keys()]
      upstream.calls.length = 0
      for (const id of [file.id, ...upstreamIds]) {
        expect(await codeOf(client.files.retrieve(id))).toBe('404 file_unknown')
        expect(await codeOf(client.files.content(id))).toStartWith('404')
        expect(await codeOf(client.files.delete(id))).toBe('404 file_unknown')
        expect(await codeOf(create(id, client))).toBe('404 file_unknown')
      }
      for (const id of [batch.id, messages.id, ...upstreamIds]) {
        expect(await codeOf(client.batches.retrieve(id))).toBe('404 batch_unknown')
        expect(await codeOf(client.batches.cancel(id))).toBe('404 batch_unknown')
        expect(await codeOf(claude.messages.batches.retrieve(id))).toStartWith('404')
        expect(await codeOf(claude.messages.batches.cancel(id))).toStartWith('404')
        expect(await codeOf(claude.messages.batches.delete(id))).toStartWith('404')
      }
      expect((await client.files.list()).data).toEqual([])
      expect((await client.batches.list()).data).toEqual([])
      expect((await claude.messages.batches.list()).data).toEqual([])
      // An id of the other protocol is not found either.
      expect(await codeOf(openai.batches.retrieve(messages.id))).toBe('404 batch_unknown')
      expect(upstream.calls).toEqual([])
      upstream.finish()
      await poll()
    })

    test.each([
      ['no line', '\n\n', /no requests/],
      ['no JSON', '{"custom_id"', /Line 1/],
      ['a second line that is none', `${line('a')}\nnothing`, /Line 2/],
      ['two models', `${line('a')}\n${line('b', { model: 'claude-b' })}`, /Line 2.*one model/],
      ['two paths', `${line('a')}\n${line('b', {}, { url: '/v1/embeddings' })}`, /Line 2.*one url/],
      ['a path that takes none', line('a', {}, { url: '/v1/audio/speech' }), /cannot be sent/],
      ['no id', line('', {}), /custom_id/],
      ['a body that is no object', line('a', {}, { body: [] }), /body must be an object/],
      ['a model named twice', line('a').replace('"model"', '"model":"gpt-b","model"'), /model/],
      ['a body given twice', line('a').replace('"body"', '"body":{},"body"'), /body is given more than once/],
      ['a body in another spelling beside it', line('a').replace('"body"', '"Body":{},"body"'), /body is given/],
      ['an id in another spelling', line('a').replace('custom_id', 'cu\u017ftom_id'), /custom_id is given/],
      ['an id twice', `${line('a')}\n${line('b')}\n${line('a')}`, /Line 3.*custom_id a/],
      ['an id that is no text in UTF-8', line('a').replace('"a"', '"\\ud800"'), /custom_id must be/],
      ['a model nobody has', line('a', { model: 'nobody' }), /nobody/],
      ['a model of another protocol', line('a', { model: 'claude-b' }), /accepts batches/],
    ])('a file with %s is refused before it goes up', async (_, text, sentence) => {
      const known = upstream.files.size
      const refused = await upload(text).catch(error => error)
      expect(refused.message).toMatch(sentence)
      expect(refused.status).toBeWithin(400, 504)
      expect(upstream.files.size).toBe(known)
    })

    test('a token’s models, its cap and the wallet limit new batches', async () => {
      const file = await upload(Array.from({ length: 20 }, (_, index) => line(`${index}`)).join('\n'))
      const limited = await gatewayToken({ model_limits_enabled: true, model_limits: 'claude-b' })
      expect(await codeOf(upload(line('a'), limited))).toBe('403 model_not_allowed')
      expect(await codeOf(create(file.id, limited))).toBe('403 model_not_allowed')
      const capped = await gatewayToken({ unlimited_quota: false, remain_quota: 10 })
      expect(await codeOf(create(file.id, capped))).toBe('403 batch_unpaid')
      const poor = await makeUser(10)
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: poor.bearer, maxRetries: 0 })
      const own = await upload(line('a'), client)
      expect(await codeOf(create(own.id, client))).toBe('403 batch_unpaid')
      expect(await quotaOf(poor.id)).toBe(10)
      await booksBalance()
    })

    async function gatewayToken(fields: Partial<Token>) {
      const [token] = await owner.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', {
        name: 't',
        unlimited_quota: true,
        ...fields,
      })
      return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: `sk-${token?.key}`, maxRetries: 0 })
    }

    test('a token’s cap is held, charged and refunded like the wallet', async () => {
      const user = await makeUser(1_000_000, { unlimited_quota: false, remain_quota: 5_000 })
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      await create((await upload(line('a'), client)).id, client)
      const cap = async () =>
        (await app.db.selectFrom('tokens').selectAll().where('id', '=', user.tokenId).executeTakeFirstOrThrow())
          .remain_quota
      expect(await cap()).toBeLessThan(5_000 - COST)
      upstream.finish()
      await poll()
      expect(await cap()).toBe(5_000 - COST)
      await booksBalance()
    })

    test('a token’s limit by day is held, charged and refunded like the wallet', async () => {
      const user = await makeUser(1_000_000, { quota_period: 'day', period_quota: 5_000 })
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      await create((await upload(line('a'), client)).id, client)
      const spent = async () =>
        (
          await app.db
            .selectFrom('spending_periods')
            .select('spent')
            .where('owner', '=', 'token')
            .where('owner_id', '=', user.tokenId)
            .executeTakeFirstOrThrow()
        ).spent
      expect(await spent()).toBeGreaterThan(COST)
      upstream.finish()
      await poll()
      expect(await spent()).toBe(COST)
      await booksBalance()
    })

    test('one whose creator died before its upstream had it is refunded', async () => {
      const before = await quotaOf(owner.id)
      const { id } = await create((await upload(line('a'))).id)
      expect(await quotaOf(owner.id)).toBeLessThan(before)
      const row = app.db.selectFrom('relay_batches').select('requests').where('id', '=', id)
      expect(await row.executeTakeFirst()).toEqual({ requests: 1 })
      await until(
        async () => app.relay.inFlight.size(),
        size => size === 0,
      )
      const died = { state: 'creating' as const, upstream_id: '' }
      await app.db.updateTable('relay_batches').set(died).where('id', '=', id).execute()
      await poll(7200)
      expect(await quotaOf(owner.id)).toBe(before)
      await booksBalance()
    })

    test('one that its upstream lost is refunded after two days, and the log says so', async () => {
      const before = await quotaOf(owner.id)
      const batch = await create((await upload(line('a'))).id)
      upstream.batches.clear()
      expect(await poll(47 * 3600)).toBe(0)
      expect(await codeOf(openai.batches.retrieve(batch.id))).toBe('404 batch_unknown')
      expect(await poll(49 * 3600)).toBe(1)
      expect(await quotaOf(owner.id)).toBe(before)
      expect((await logsOf(owner.id)).at(-1)?.content).toContain('could no longer be found or reached')
      await booksBalance()
    })

    test('one that its upstream refuses is refunded at once', async () => {
      const before = await quotaOf(owner.id)
      const file = await upload(line('a'))
      upstream.files.clear()
      expect(await codeOf(create(file.id))).toBe('404 file_unknown')
      expect(await quotaOf(owner.id)).toBe(before)
      expect((await logsOf(owner.id)).at(-1)?.content).toContain('could not be created')
      await booksBalance()
    })

    test('one settled by several jobs at a time is charged once', async () => {
      const before = await quotaOf(owner.id)
      await create((await upload(line('a'))).id)
      upstream.finish()
      await app.db.updateTable('relay_batches').set({ poll_at: 0 }).where('state', '!=', 'settled').execute()
      const signal = new AbortController().signal
      await Promise.all([1, 2, 3, 4].map(() => pollBatches(app.relay, signal)))
      expect(before - (await quotaOf(owner.id))).toBe(COST)
      await booksBalance()
    })

    test('a file that a batch still needs cannot be deleted', async () => {
      const file = await upload(line('a'))
      await create(file.id)
      expect(await codeOf(openai.files.delete(file.id))).toBe('409 file_in_use')
      upstream.finish()
      expect(await openai.files.delete(file.id)).toMatchObject({ deleted: true })
      await booksBalance()
    })

    test('results are charged before they are read, however soon they expire', async () => {
      const user = await makeUser()
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      const claude = new Anthropic({ baseURL: gateway.url, apiKey: user.bearer, maxRetries: 0 })
      const { id } = await create((await upload(line('a'), client)).id, client)
      const messages = await claude.messages.batches.create({
        requests: [{ custom_id: 'one', params: { model: 'claude-b', max_tokens: 9, system: 'Hi', messages: [] } }],
      })
      upstream.finish()
      const { output_file_id } = await client.batches.retrieve(id)
      expect(await (await client.files.content(output_file_id ?? '')).text()).toContain('Hello')
      for await (const result of await claude.messages.batches.results(messages.id))
        expect(result.custom_id).toBe('one')
      // The upstream has neither the batches nor their results any more.
      upstream.files.clear()
      upstream.batches.clear()
      await poll(49 * 3600)
      const rows = (await logsOf(user.id)).filter(({ parsed }) => parsed.batch)
      expect(rows.map(({ quota }) => quota)).toEqual([COST, COST])
      await booksBalance()
    })

    test('an answer of a batch comes whole and within a day, whatever its client asks for', async () => {
      const user = await makeUser()
      const headers = { authorization: `Bearer ${user.bearer}` }
      const send = (path: string, body: FormData | string) =>
        fetch(gateway.url + path, { method: 'POST', headers, body })
      const streams = { stream: true, stream_options: { include_usage: false }, background: true }
      const form = new FormData()
      form.append('purpose', 'batch')
      form.append('file', new Blob([line('a', streams)]), 'requests.jsonl')
      const file = await send('/v1/files', form)
      for (const name of Object.keys(streams)) expect(file.headers.get('x-tollgate-losses')).toContain(`"${name}"`)
      const { id } = (await file.json()) as { id: string }
      const asked = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '1h' }
      const made = await send('/v1/batches', JSON.stringify(asked))
      expect(made.headers.get('x-tollgate-losses')).toContain('"completion_window"')
      expect(await made.json()).toMatchObject({ completion_window: '24h' })
      const params = { model: 'claude-b', max_tokens: 9, system: 'Hi', messages: [], stream: true }
      await send('/v1/messages/batches', JSON.stringify({ requests: [{ custom_id: 'one', params }] }))
      upstream.finish()
      await poll()
      for (const body of answered.slice(-2)) expect(Object.keys(body).filter(name => name in streams)).toEqual([])
      await booksBalance()
    })

    test('files for other purposes go to a channel that takes files; others are refused', async () => {
      const file = await toFile(Buffer.from('text'), 'a.txt')
      const made = await openai.files.create({ file, purpose: 'user_data' })
      expect(await (await openai.files.content(made.id)).text()).toBe('text')
      expect(await codeOf(create(made.id))).toBe('400 file_not_for_batches')
      expect(await codeOf(openai.files.create({ file, purpose: 'fine-tune' }))).toBe('400 file_purpose_unknown')
      expect(await codeOf(openai.get('/files?limit=0'))).toBe('400 count_out_of_range')
    })

    test('lists have pages', async () => {
      const user = await makeUser()
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: user.bearer, maxRetries: 0 })
      const ids: string[] = []
      for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await upload(line(name), client)).id)
      const listed: string[] = []
      for await (const { id } of client.files.list({ limit: 2 })) listed.push(id)
      expect(listed).toEqual(ids.toReversed())
      const ascending = await client.files.list({ limit: 2, order: 'asc', after: ids[1] ?? '' })
      expect(ascending.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    })
  })
}
