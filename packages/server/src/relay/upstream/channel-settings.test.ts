import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let app: RunningApp
let bearer: string
let channel: Channel

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  channel = await gateway.makeChannel({ base_url: upstream.url, models: 'm-1', model_mapping: '{"m-1":"m-upstream"}' })
  await gateway.setOption('ModelRatio', '{"m-1":1}')
  await gateway.setOption('RetryTimes', 3)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

beforeEach(() => {
  upstream.received = []
  upstream.answer = response => answerJson(response, 200, ANSWER)
})

/** OpenAI's fields with a host's own additions. */
const ANSWER = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm-upstream',
  provider: 'Somebody',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Yes.', reasoning_content: 'Let me see.', extra: 1 },
      finish_reason: 'stop',
      stop_reason: null,
    },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
}

const USER = { role: 'user', content: 'Hi' }

const set = (fields: Partial<Channel>) => gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, ...fields })
const shape = (setting: object) => set({ setting: JSON.stringify(setting) })

const send = (body: string, path = '/v1/chat/completions') =>
  fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
const chat = (more: object = {}, messages: object[] = [USER]) =>
  send(JSON.stringify({ model: 'm-1', messages, ...more }))
const received = () => JSON.parse(upstream.received.at(-1)?.body ?? 'null')

describe('what reaches the upstream', () => {
  const ASKS: Record<string, object> = {
    '/v1/chat/completions': { model: 'm-1', messages: [USER], temperature: 1 },
    '/v1/messages': { model: 'm-1', max_tokens: 9, messages: [USER], temperature: 1 },
    '/v1/responses': { model: 'm-1', input: 'Hi', temperature: 1 },
    '/v1/embeddings': { model: 'm-1', input: 'Hi' },
    '/v1/images/generations': { model: 'm-1', prompt: 'A cat' },
    '/v1/moderations': { model: 'm-1', input: 'Hi' },
    '/v1/rerank': { model: 'm-1', query: 'Hi', documents: ['Ho'] },
    '/v1/audio/speech': { model: 'm-1', voice: 'alloy', input: 'Hi' },
  }
  const reaching = async (path: string): Promise<Record<string, unknown>> => {
    await (await send(JSON.stringify(ASKS[path]), path)).text()
    return received()
  }

  test.each(Object.keys(ASKS))('%s: the last name of a mapping chain, and the channel’s overrides', async path => {
    await set({
      model_mapping: '{"m-1":"m-2","m-2":"m-3","m-3":"m-3","m-4":"m-5"}',
      param_override: '{"temperature":0,"seed":12345678901234567,"nested":{"a":[{"b":null}]},"none":null}',
    })
    const body = await reaching(path)
    expect(body).toMatchObject({ model: 'm-3', temperature: 0, nested: { a: [{ b: null }] }, none: null })
    await set({ param_override: '{"model":"m-overridden"}' })
    expect((await reaching(path)).model).toBe('m-overridden')
    await set({ model_mapping: '{"m-1":"m-upstream"}', param_override: '' })
  })

  const IN_GEMINI = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
  const IN_MESSAGES = { system: 'Be kind' }
  const IN_CHAT = { messages: [{ role: 'system', content: 'Be kind' }, USER] }
  test.each<[path: string, type: number, upstreamBody: object]>([
    ['/v1/messages', 1, IN_CHAT],
    ['/v1/messages', 14, IN_MESSAGES],
    ['/v1/responses', 1, { instructions: 'Be kind' }],
    ['/v1/responses', 14, IN_MESSAGES],
    ['/v1beta/models/m-1:generateContent', 1, IN_CHAT],
    ['/v1beta/models/m-1:generateContent', 24, { systemInstruction: { parts: [{ text: 'Be kind' }] } }],
  ])('%s on a channel of type %i: the channel’s system prompt', async (path, type, body) => {
    await set({ type })
    await shape({ system_prompt: 'Be kind' })
    await send(JSON.stringify(ASKS[path] ?? IN_GEMINI), path)
    expect(received()).toMatchObject(body)
    await set({ type: 1, setting: '' })
  })

  test('the organization, from OpenAI’s own channels only', async () => {
    await set({ openai_organization: 'org-1' })
    await chat()
    expect(upstream.received.at(-1)?.headers['openai-organization']).toBe('org-1')
    const custom = { type: 8, base_url: `${upstream.url}/v1/chat/completions`, models: 'm-1', priority: 5 }
    const other = await gateway.makeChannel({ ...custom, openai_organization: 'org-2' })
    await chat()
    expect(upstream.received.at(-1)?.headers['openai-organization']).toBeUndefined()
    await gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
    await set({ openai_organization: '' })
  })
})

describe('a circular mapping of names', () => {
  const CIRCLE = '{"m-1":"m-2","m-2":"m-1"}'

  test('is refused when it is saved', async () => {
    await expect(set({ model_mapping: CIRCLE })).rejects.toThrow('runs in a circle')
  })

  test('is reported when a call finds it, and the next channel is tried', async () => {
    await app.db.updateTable('channels').set({ model_mapping: CIRCLE }).where('id', '=', channel.id).execute()
    await set({ name: 'read again' })
    const response = await chat()
    expect([response.status, (await response.json()).error.code]).toEqual([500, 'model_mapping_cycle'])
    const other = await gateway.makeChannel({ base_url: upstream.url, models: 'm-1', priority: -1 })
    expect((await chat()).status).toBe(200)
    await gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
    await set({ model_mapping: '{"m-1":"m-upstream"}' })
  })
})

describe('a mapping of status codes', () => {
  test('changes what the client sees', async () => {
    await set({ status_code_mapping: '{"418":"400"}' })
    upstream.answer = response => answerJson(response, 418, { error: { message: 'No', type: 't', code: null } })
    const response = await chat()
    expect([response.status, (await response.json()).error.message]).toEqual([400, 'No'])
  })

  test('decides whether another channel is tried', async () => {
    const other = await gateway.makeChannel({ base_url: upstream.url, models: 'm-1', priority: -1 })
    upstream.answer = (response, { body }) =>
      body.includes('m-upstream')
        ? answerJson(response, 418, { error: { message: 'No' } })
        : answerJson(response, 200, ANSWER)
    await set({ status_code_mapping: '{"418":"400"}' })
    expect((await chat()).status).toBe(400)
    await set({ status_code_mapping: '{"418":"503"}' })
    expect((await chat()).status).toBe(200)
    await gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
    await set({ status_code_mapping: '' })
  })

  test('is refused if it maps anything but statuses', async () => {
    await expect(set({ status_code_mapping: '{"busy":"500"}' })).rejects.toThrow('status code mapping')
  })
})

describe('force_format', () => {
  test('leaves only OpenAI’s own fields, whole and streamed', async () => {
    await shape({ force_format: true })
    const whole = await (await chat()).json()
    expect(Object.keys(whole).sort()).toEqual(['choices', 'created', 'id', 'model', 'object', 'usage'])
    expect(Object.keys(whole.choices[0]).sort()).toEqual(['finish_reason', 'index', 'logprobs', 'message'])
    expect(whole.choices[0].message).not.toHaveProperty('extra')

    upstream.answer = response =>
      answerEvents(
        response,
        { id: 'c', provider: 'Somebody', choices: [{ index: 0, delta: { content: 'Yes.', extra: 1 } }] },
        { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        '[DONE]',
      )
    const streamed = await (await chat({ stream: true })).text()
    expect(streamed).toContain('"content":"Yes."')
    expect(streamed).not.toMatch(/provider|extra/)
    expect(streamed).toEndWith('data: [DONE]\n\n')
  })
})

describe('thinking_to_content', () => {
  const THOUGHT = '<think>\nLet me see.\n</think>\nYes.'

  test('puts reasoning into the content between marks, whole and streamed', async () => {
    await shape({ thinking_to_content: true })
    const { message } = (await (await chat()).json()).choices[0]
    expect([message.content, 'reasoning_content' in message]).toEqual([THOUGHT, false])

    upstream.answer = response =>
      answerEvents(
        response,
        { id: 'c', choices: [{ index: 0, delta: { reasoning_content: 'Let me ' } }] },
        { id: 'c', choices: [{ index: 0, delta: { reasoning_content: 'see.' } }] },
        { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.' } }] },
        { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        '[DONE]',
      )
    const events = (await (await chat({ stream: true })).text())
      .split('\n\n')
      .filter(event => event.startsWith('data: {'))
    const deltas = events.map(event => JSON.parse(event.slice(6)).choices[0]?.delta ?? {})
    expect(deltas.map(delta => delta.content ?? '').join('')).toBe(THOUGHT)
    expect(deltas.some(delta => 'reasoning_content' in delta)).toBe(false)
  })

  test('does not change answers in dialects with a member for reasoning', async () => {
    await shape({ thinking_to_content: true })
    const response = await send(JSON.stringify({ model: 'm-1', max_tokens: 50, messages: [USER] }), '/v1/messages')
    expect((await response.json()).content).toMatchObject([
      { type: 'thinking', thinking: 'Let me see.' },
      { type: 'text', text: 'Yes.' },
    ])
  })
})

describe('a system prompt', () => {
  const OWN = { role: 'system', content: 'Be brief' }

  test('is added to conversations without one, and leaves others alone', async () => {
    await shape({ system_prompt: 'Be kind' })
    await chat({ seed: 7 })
    expect(received()).toMatchObject({
      model: 'm-upstream',
      seed: 7,
      messages: [{ role: 'system', content: 'Be kind' }, USER],
    })
    await chat({}, [OWN, USER])
    expect(received().messages).toEqual([OWN, USER])
  })

  test('comes before the client’s if it overrides', async () => {
    await shape({ system_prompt: 'Be kind', system_prompt_override: true })
    await chat({}, [OWN, USER])
    expect(received().messages).toEqual([{ role: 'system', content: 'Be kind\nBe brief' }, USER])
  })

  test('leaves the upstream’s own answer unchanged, without usage that the client did not ask for', async () => {
    await shape({ system_prompt: 'Be kind' })
    expect(await (await chat()).json()).toEqual(ANSWER)
    const piece = { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.', extra: 1 }, finish_reason: 'stop' }] }
    upstream.answer = response => answerEvents(response, piece, { id: 'c', choices: [], usage: ANSWER.usage }, '[DONE]')
    const streamed = await chat({ stream: true })
    expect(await streamed.text()).toBe(`data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`)
    expect(received()).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(await gateway.logsOf(streamed)).toMatchObject([{ prompt_tokens: 7, completion_tokens: 5 }])
  })
})

describe('a body that is passed through', () => {
  const BODY = `{"model": "m-1", "stream": true, "messages": [${JSON.stringify(USER)}], "n" : 1.0}`

  test.each(['channel', 'site'])(
    'reaches the upstream byte for byte, if the setting of the %s asks for it',
    async who => {
      await shape({ pass_through_body_enabled: who === 'channel', system_prompt: 'Be kind' })
      await gateway.setOption('global.pass_through_request_enabled', who === 'site')
      await set({ param_override: '{"temperature":0}' })
      upstream.answer = response =>
        answerEvents(
          response,
          { id: 'c', choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }] },
          '[DONE]',
        )
      const response = await send(BODY)
      expect(await response.text()).toContain('Yes.')
      expect(upstream.received.at(-1)?.body).toBe(BODY)
      expect(await gateway.logsOf(response)).toMatchObject([{ type: 2, quota: expect.any(Number) }])
      await gateway.setOption('global.pass_through_request_enabled', false)
      await set({ param_override: '' })
    },
  )
})

describe('a body that is passed through names no model but the charged one', () => {
  const openAi = { messages: [USER] }
  const gemini = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
  const ASKS: [how: string, type: number, path: string, body: object, sent: string][] = [
    ['in Gemini’s dialect', 24, '/v1beta/models/m-1:generateContent', gemini, 'models/m-upstream'],
    ['of a stream', 24, '/v1beta/models/m-1:streamGenerateContent?alt=sse', gemini, 'models/m-upstream'],
    ['of a count', 24, '/v1beta/models/m-1:countTokens', gemini, 'models/m-upstream'],
    ['of an embedding', 24, '/v1beta/models/m-1:embedContent', { content: gemini.contents[0] }, 'models/m-upstream'],
    ['from Gemini to OpenAI', 1, '/v1beta/models/m-1:generateContent', openAi, 'm-upstream'],
    ['of a deployment', 1, '/openai/deployments/m-1/chat/completions', openAi, 'm-1'],
    ['of a deployment, to Messages', 14, '/openai/deployments/m-1/chat/completions', openAi, 'm-1'],
  ]

  test.each(ASKS)('%s', async (_, type, path, body, sent) => {
    await set({ type })
    await shape({ pass_through_body_enabled: true })
    for (const named of ['dear', 'models/dear', ['m-1'], null]) {
      await (await send(JSON.stringify({ model: named, ...body }), path)).text()
      expect(received()).toEqual({ model: sent, ...body })
    }
    await set({ type: 1 })
    await shape({})
  })

  test('in a form of a deployment', async () => {
    await shape({ pass_through_body_enabled: true })
    upstream.answer = response => answerJson(response, 200, { text: 'Hello' })
    const form = new FormData()
    form.append('model', 'dear')
    form.append('file', new File([new Uint8Array(3_000).fill(65)], 'a.wav'))
    const path = '/openai/deployments/m-1/audio/transcriptions'
    const headers = { authorization: `Bearer ${bearer}` }
    await (await fetch(gateway.url + path, { method: 'POST', headers, body: form })).text()
    expect(upstream.received.at(-1)?.body).toContain('m-upstream')
    expect(upstream.received.at(-1)?.body).not.toContain('dear')
    await shape({})
  })
})

describe('parameters overridden in a form', () => {
  const form = (...fields: [name: string, value: string | Blob][]) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    return form
  }
  const file = new File([new Uint8Array(300_000).fill(65)], 'a.wav')
  const override = (fields: object) => set({ param_override: JSON.stringify(fields) })
  const post = async (path: string, body: FormData) => {
    upstream.answer = response => answerJson(response, 200, { text: 'Hello', data: [] })
    const response = await fetch(`${gateway.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body,
    })
    expect(response.status).toBe(200)
    const { body: text = '', headers } = upstream.received.at(-1) ?? {}
    const boundary = /boundary=(\S+)/.exec(headers?.['content-type'] ?? '')?.[1] ?? ''
    const parts = text.split(`--${boundary}`).slice(1, -1)
    return {
      fields: parts.map(part => [/ name="([^"]*)"/.exec(part)?.[1], part.split('\r\n\r\n')[1]?.slice(0, -2)]),
      isWhole:
        headers?.['content-length'] === undefined || Number(headers['content-length']) === Buffer.byteLength(text),
    }
  }
  const sound = ['file', 'A'.repeat(300_000)]

  test('are set, replaced and removed, before and after the file, which stays unchanged', async () => {
    await shape({})
    await override({ language: 'en', temperature: 0, 'timestamp_granularities[]': ['word', 'segment'], prompt: null })
    const { fields, isWhole } = await post(
      'audio/transcriptions',
      form(['language', 'zh'], ['model', 'm-1'], ['file', file], ['temperature', '1'], ['prompt', 'Hm']),
    )
    expect(fields).toEqual([
      ['language', 'en'],
      ['model', 'm-upstream'],
      sound,
      ['temperature', '0'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
    ])
    expect(isWhole).toBe(true)
  })

  test('apply to edited pictures too', async () => {
    await override({ quality: 'low' })
    const { fields, isWhole } = await post('images/edits', form(['image', file], ['prompt', 'A hat'], ['model', 'm-1']))
    expect(fields).toEqual([
      ['image', sound[1]],
      ['prompt', 'A hat'],
      ['model', 'm-upstream'],
      ['quality', 'low'],
    ])
    expect(isWhole).toBe(true)
  })

  test('do not apply if bodies pass through', async () => {
    await shape({ pass_through_body_enabled: true })
    const { fields } = await post('audio/transcriptions', form(['model', 'm-1'], ['file', file]))
    expect(fields).toEqual([['model', 'm-1'], sound])
    await shape({})
    await set({ param_override: '' })
  })

  test('a form that names its model twice is refused, so that the charged model is the served one', async () => {
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: form(['model', 'm-1'], ['file', file], ['model', 'm-2']),
    })
    expect([response.status, (await response.json()).error.code]).toEqual([400, 'member_ambiguous'])
  })
})

describe('a channel’s own headers', () => {
  const SECRET = 'tenantsecret'
  const heard = () => upstream.received.at(-1)?.headers ?? {}
  const shaped = (headers: Record<string, string>) => shape({ headers })
  const sendAs = (headers: Record<string, string>, path = '/v1/chat/completions') =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      body: JSON.stringify({ model: 'm-1', max_tokens: 9, messages: [USER] }),
    })
  afterAll(() => shape({}))

  test.each(['/v1/chat/completions', '/v1/messages'])('%s: go up in place of the gateway’s own', async path => {
    await shaped({ 'X-Tenant': SECRET, Authorization: 'Token {api_key}', 'x-agent': '{client_header:X-Client}' })
    const { key } = await app.db
      .selectFrom('channels')
      .select('key_sealed as key')
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow()
    expect(key).not.toContain('sk-')
    await (await sendAs({ 'x-client': 'MyApp/1' }, path)).text()
    expect(heard()).toMatchObject({ 'x-tenant': SECRET, 'x-agent': 'MyApp/1' })
    expect(heard().authorization).toMatch(/^Token \S+$/)
    expect(heard().authorization).not.toContain(bearer)
    // the same frame again: what was written for it is reused
    await (await sendAs({ 'x-client': 'Other/2' }, path)).text()
    expect(heard()['x-agent']).toBe('Other/2')
    await (await sendAs({}, path)).text()
    expect(heard()['x-agent']).toBeUndefined()
  })

  test('are used for the list of its models too', async () => {
    await shaped({ 'x-tenant': SECRET })
    upstream.answer = response => answerJson(response, 200, { data: [{ id: 'm-1' }] })
    await gateway.consoleCall('GET', `/api/channel/fetch_models/${channel.id}`)
    expect(heard()['x-tenant']).toBe(SECRET)
  })

  test('are stored encrypted, and removed from what the upstream says about itself', async () => {
    await shaped({ 'x-tenant': `Bearer ${SECRET}` })
    const row = await app.db
      .selectFrom('channels')
      .select('setting')
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow()
    expect(row.setting).toContain('x-tenant')
    expect(row.setting).not.toContain(SECRET)
    upstream.answer = response => answerJson(response, 400, { error: { message: `No tenant ${SECRET} here` } })
    const response = await chat()
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain(SECRET)
  })

  test.each<[headers: Record<string, string>]>([
    [{ host: 'example.com' }],
    [{ 'content-length': '1' }],
    [{ 'x-a': 'b\r\nx-c: d' }],
    [{ 'x-a': '{client_header:authorization}' }],
    [{ 'x-a': '' }],
  ])('%j are refused', async headers => {
    await expect(shaped(headers)).rejects.toThrow('headers')
  })
})

test('a setting of the wrong type is refused by name', async () => {
  for (const proxy of ['ftp://somewhere', 'socks5://', 'somewhere:1080', 'http://me:50%@somewhere'])
    await expect(shape({ proxy })).rejects.toThrow('proxy')
  await expect(shape({ force_format: 'yes' })).rejects.toThrow('force_format')
  await shape({ proxy: '', of_another_program: 1 })
})
