import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Channel, type LogOther, receiptOf } from '@tollgate/contract'
import fc from 'fast-check'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'

const RATIOS = { cheap: 1, dear: 50, 'gpt-5': 1, 'claude-opus-4-6': 1, 'openrouter/auto': 1, mapped: 1, prod: 9 }
const USAGE = { prompt_tokens: 1_000, completion_tokens: 400, total_tokens: 1_400 }
const ASKED = 1_400
const DEAR = 70_000

const completion = (model: string, more: object = {}, usage: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { ...USAGE, ...usage },
  ...more,
})
const message = (model: string, usage: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
  usage,
})

for (const { kind, open } of databases()) {
  describe(`on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let gateway: TestGateway
    let chat: Channel
    let claude: Channel
    let bearer: string

    beforeAll(async () => {
      database = await open()
      upstream = await startScriptedUpstream()
      gateway = await startGateway(database.place.DATABASE_URL)
      chat = await gateway.makeChannel({
        base_url: upstream.url,
        models: 'cheap,gpt-5,openrouter/auto,mapped',
        model_mapping: '{"mapped":"prod"}',
      })
      claude = await gateway.makeChannel({ base_url: upstream.url, models: 'claude-opus-4-6', type: 14 })
      const each = (ratio: (name: string, own: number) => number) =>
        JSON.stringify(Object.fromEntries(Object.entries(RATIOS).map(([name, own]) => [name, ratio(name, own)])))
      await gateway.setOption(
        'ModelRatio',
        each((_, own) => own),
      )
      await gateway.setOption(
        'CompletionRatio',
        each(() => 1),
      )
      await gateway.setOption('RetryTimes', 0)
      bearer = (await gateway.makeToken()).bearer
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })
    beforeEach(() => {
      upstream.received = []
    })

    const allow = (setting: object, { id } = chat) =>
      gateway.consoleCall('PUT', '/api/channel/', { id, setting: JSON.stringify(setting) })
    const sent = () => JSON.parse(upstream.received.at(-1)?.body ?? 'null')

    async function call(body: object, path = '/v1/chat/completions') {
      const response = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ model: 'cheap', messages: [{ role: 'user', content: 'Hi' }], ...body }),
      })
      const text = await response.text()
      expect([response.status, text.slice(0, response.ok ? 0 : 400)]).toEqual([200, ''])
      const [row] = await gateway.logsOf(response)
      if (!row) throw new Error('no row')
      const other: LogOther = JSON.parse(row.other)
      expect(receiptOf(other).total).toBe(row.quota)
      return { quota: row.quota, other, losses: response.headers.get('x-tollgate-losses') ?? '' }
    }

    /** Serves the dear model if the client's choice reaches the upstream. */
    function serveWhoChooses(): void {
      upstream.answer = (response, { body }) => {
        const served = body.toLowerCase().includes('dear') ? 'dear' : 'cheap'
        if (!JSON.parse(body).stream) return answerJson(response, 200, completion(served))
        const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: served }
        const choice = { index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }
        answerEvents(response, { ...chunk, choices: [choice] }, { ...chunk, choices: [], usage: USAGE }, '[DONE]')
      }
    }

    test('a client’s choices are never sent upstream, and the log reports what was left out', async () => {
      serveWhoChooses()
      const choice = fc.constantFrom<object>(
        { models: ['dear'] },
        { fallbacks: ['dear'] },
        { provider: { order: ['dear'] } },
        { extra_body: { model: 'dear' } },
        { extra_body: { extra_body: { models: ['dear'] } } },
        { providerOptions: { gateway: { models: ['dear'] } } },
        { plugins: [{ id: 'auto-router', allowed_models: ['dear'] }] },
        { service_tier: 'dear' },
      )
      const setting = fc.constantFrom({}, { force_format: true }, { pass_through_body_enabled: true })
      await fc.assert(
        fc.asyncProperty(choice, setting, fc.boolean(), async (chosen, shaped, stream) => {
          await allow(shaped)
          const { quota, losses } = await call({ ...chosen, stream })
          expect(upstream.received.at(-1)?.body).not.toContain('dear')
          expect(quota).toBe(ASKED)
          expect(losses).not.toBe('')
        }),
        { seed: 11, numRuns: 25 },
      )
      await allow({})
    })

    test('the operator’s override may choose', async () => {
      serveWhoChooses()
      await gateway.consoleCall('PUT', '/api/channel/', { id: chat.id, param_override: '{"provider":{"only":["a"]}}' })
      await call({ provider: { only: ['b'] }, models: ['b'] })
      expect(sent()).toMatchObject({ provider: { only: ['a'] } })
      expect(sent().models).toBeUndefined()
      await gateway.consoleCall('PUT', '/api/channel/', { id: chat.id, param_override: '' })
    })

    test.each([false, true])(
      'if choices are allowed, the dear model’s answer has its price (stream: %p)',
      async stream => {
        serveWhoChooses()
        await allow({ allow_model_choice: true })
        const { quota, other, losses } = await call({ models: ['dear'], stream })
        expect(sent().models).toEqual(['dear'])
        expect([quota, losses]).toEqual([DEAR, ''])
        expect(other.served_price).toEqual({ by: 'served_model', model: 'dear', asked_quota: ASKED })
        expect(other.model_ratio).toBe(50)
        await allow({})
      },
    )

    test('the hold of an allowed choice uses the price of the dearest named model', async () => {
      serveWhoChooses()
      await allow({ allow_model_choice: true })
      const poor = await gateway.makeToken({ unlimited_quota: false, remain_quota: 20_000 })
      const send = (more: object) =>
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${poor.bearer}` },
          body: JSON.stringify({
            model: 'cheap',
            max_tokens: 1_000,
            messages: [{ role: 'user', content: 'Hi' }],
            ...more,
          }),
        })
      upstream.received = []
      await send({})
      await send({ models: ['dear'] })
      const limits = upstream.received.map(({ body }) => JSON.parse(body).max_tokens)
      expect(limits[0]).toBe(1_000)
      expect(limits[1]).toBeWithin(100, 400)
      await allow({})
    })

    test.each<[string, string, object, number, object | undefined]>([
      ['an answer that names another dearer model', 'dear', {}, DEAR, { by: 'served_model', model: 'dear' }],
      ['one that names a cheaper or unknown model', 'unheard-of', {}, ASKED, undefined],
      ['a snapshot of the same model', 'cheap-2025-01-01', {}, ASKED, undefined],
      ['a cost told for the model that was asked for', 'cheap', { cost: 9 }, ASKED, undefined],
      ['a cost told for another', 'unheard-of', { cost: 0.14 }, 70_000, { by: 'upstream_cost', model: '' }],
      ['a cost below the dear model’s price', 'dear', { cost: 0.1 }, DEAR, { by: 'served_model', model: 'dear' }],
      ['a cost above it', 'dear', { cost: 0.2 }, 100_000, { by: 'upstream_cost', model: 'dear' }],
      ['a cost that is none', 'dear', { cost: -1 }, DEAR, { by: 'served_model', model: 'dear' }],
      [
        'a cost of as many dollars as no answer costs',
        'dear',
        { cost: 10_000 },
        DEAR,
        { by: 'served_model', model: 'dear' },
      ],
    ])('%s: the dearest price holds', async (_what, served, usage, quota, told) => {
      upstream.answer = response => answerJson(response, 200, completion(served, {}, usage))
      const { other, ...charged } = await call({})
      expect(charged.quota).toBe(quota)
      if (told) expect(other.served_price).toEqual({ ...told, asked_quota: ASKED } as LogOther['served_price'])
      else expect(other.served_price).toBeUndefined()
    })

    test('a router’s answer is priced by the model it chose, a mapped model by its own name', async () => {
      upstream.answer = response => answerJson(response, 200, completion('dear'))
      expect((await call({ model: 'openrouter/auto' })).quota).toBe(DEAR)
      upstream.answer = response => answerJson(response, 200, completion('prod'))
      expect((await call({ model: 'mapped' })).quota).toBe(ASKED)
    })

    test.each<[string, object, string | undefined, number]>([
      ['is charged at its price', { service_tier: 'priority' }, 'priority', 2 * ASKED],
      ['that was not given is charged as usual', { service_tier: 'priority' }, 'default', ASKED],
      ['that the answer does not tell is charged as asked', { service_tier: 'priority' }, undefined, 2 * ASKED],
      ['that nobody asked for is charged as the answer says', {}, 'priority', 2 * ASKED],
      ['with a discount is charged with it', { service_tier: 'flex' }, 'flex', ASKED / 2],
    ])('a service tier %s', async (_what, asked, served, quota) => {
      upstream.answer = response =>
        answerJson(response, 200, completion('gpt-5', served ? { service_tier: served } : {}))
      const charged = await call({ model: 'gpt-5', ...asked })
      expect(sent()).toMatchObject(asked)
      expect(charged.quota).toBe(quota)
    })

    test('a tier is not sent if it has no price or the channel takes none', async () => {
      upstream.answer = response => answerJson(response, 200, completion('gpt-5'))
      const unpriced = await call({ model: 'gpt-5', service_tier: 'ultrafast' })
      expect([sent().service_tier, unpriced.quota]).toEqual([undefined, ASKED])
      expect(unpriced.losses).toContain('"service_tier"')
      await allow({ usual_service_only: true })
      const stripped = await call({ model: 'gpt-5', service_tier: 'priority' })
      expect([sent().service_tier, stripped.quota]).toEqual([undefined, ASKED])
      expect(stripped.losses).toContain('"service_tier"')
      await allow({})
    })

    test('the hold of a dearer tier uses its price', async () => {
      upstream.answer = response => answerJson(response, 200, completion('gpt-5'))
      const limitOf = async (more: object) => {
        const poor = await gateway.makeToken({ unlimited_quota: false, remain_quota: 2_000 })
        await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${poor.bearer}` },
          body: JSON.stringify({ model: 'gpt-5', max_completion_tokens: 1_500, messages: [], ...more }),
        })
        return sent().max_completion_tokens
      }
      expect(await limitOf({})).toBe(1_500)
      expect(await limitOf({ service_tier: 'priority' })).toBeWithin(800, 1_000)
    })

    test('a faster Claude in a region costs both factors named in the answer', async () => {
      const usage = { input_tokens: 1_000, output_tokens: 400, speed: 'fast', inference_geo: 'us' }
      upstream.answer = response => answerJson(response, 200, message('claude-opus-4-6', usage))
      const body = { model: 'claude-opus-4-6', max_tokens: 500, speed: 'fast', inference_geo: 'us' }
      const { quota, other } = await call(body, '/v1/messages')
      expect(sent()).toMatchObject({ speed: 'fast', inference_geo: 'us' })
      expect(quota).toBe(9_240)
      expect(other.service_factors).toEqual({ 'speed=fast': 6, 'inference_geo=us': 1.1 })
    })

    test('the iterations of a Claude answer are charged', async () => {
      const iterations = [
        { type: 'compaction', input_tokens: 100_000, output_tokens: 8_000 },
        { type: 'message', input_tokens: 1_000, output_tokens: 40 },
      ]
      const usage = { input_tokens: 1_000, output_tokens: 40, iterations }
      upstream.answer = response => answerJson(response, 200, message('claude-opus-4-6', usage))
      expect((await call({ model: 'claude-opus-4-6', max_tokens: 10_000 }, '/v1/messages')).quota).toBe(109_040)
      expect(claude.id).toBeGreaterThan(0)
    })

    test('form fields that choose are not sent, whether before or after the file', async () => {
      upstream.answer = response =>
        answerJson(response, 200, { text: 'Hello', usage: { type: 'tokens', input_tokens: 9, output_tokens: 2 } })
      const post = (fields: readonly [string, string | Blob][]) => {
        const form = new FormData()
        for (const [name, value] of fields) form.append(name, value)
        return fetch(`${gateway.url}/v1/audio/transcriptions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: form,
        })
      }
      const file = ['file', new Blob([new Uint8Array(4_000)], { type: 'audio/wav' })] as const
      for (const name of ['models', 'models[]', 'provider[order]', 'extra_body']) {
        for (const fields of [
          [['model', 'cheap'], [name, 'dear'], file],
          [['model', 'cheap'], file, [name, 'dear']],
        ] as [string, string | Blob][][]) {
          const response = await post(fields)
          const losses = response.headers.get('x-tollgate-losses') ?? ''
          expect(upstream.received.at(-1)?.body ?? '').not.toContain('dear')
          if (response.ok) expect(losses).toContain(`"${name.split('[')[0]}"`)
        }
      }
    })
  })
}
