import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { jwtVerify } from 'jose'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** Hosts with their own ways to be called, each through a channel of its type. */

const AZURE = 3
const OPENROUTER = 20
const CHATGLM = 16
const ZHIPU = 26
const COHERE = 34
const MISTRAL = 42

let answer: () => Response
const upstream = startWireUpstream(() => answer())

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  const channel = (type: number, models: string, key = 'upstream-key') =>
    gateway.makeChannel({ type, base_url: upstream.url, models, key })
  await channel(AZURE, 'gpt-4.1')
  await channel(OPENROUTER, 'anthropic/claude-sonnet-4.5')
  await channel(ZHIPU, 'glm-4.7', 'key-id.key-secret')
  await channel(CHATGLM, 'chatglm_turbo', 'key-id.key-secret')
  await channel(COHERE, 'command-a-03-2025')
  await channel(MISTRAL, 'mistral-large-latest')
  bearer = (await gateway.makeToken()).bearer
})

beforeEach(() => {
  upstream.requests.length = 0
  answer = () => Response.json(CHAT)
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const CHAT = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'some-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
}
const HI = { role: 'user', content: 'Hi' }

const post = (path: string, body: object) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
const asked = () => JSON.parse(upstream.requests[0]?.body ?? '')

describe('Azure', () => {
  test('is called at the deployment’s path, in the client’s version, with its own key header', async () => {
    const response = await post('/v1/chat/completions?api-version=2024-12-01-preview', {
      model: 'gpt-4.1',
      messages: [HI],
    })
    expect(await response.json()).toEqual(CHAT)
    const path = '/openai/deployments/gpt-4.1/chat/completions?api-version=2024-12-01-preview'
    expect([upstream.requests[0]?.path, upstream.requests[0]?.headers.get('api-key')]).toEqual([path, 'upstream-key'])
    expect(upstream.requests[0]?.headers.get('authorization')).toBeNull()
  })

  test('takes Responses at its v1 path', async () => {
    await post('/v1/responses', { model: 'gpt-4.1', input: 'Hi' })
    expect(upstream.requests[0]?.path).toBe('/openai/v1/responses')
  })
})

describe('OpenRouter', () => {
  test('gets the gateway’s name, and the cache marks of a Messages client', async () => {
    const content = [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }]
    const body = { model: 'anthropic/claude-sonnet-4.5', max_tokens: 9, messages: [{ role: 'user', content }] }
    const response = await post('/v1/messages', body)
    expect(response.status).toBe(200)
    expect(upstream.requests[0]?.headers.get('x-title')).toBe('Tollgate')
    expect(asked().messages).toEqual([{ role: 'user', content }])
    expect(response.headers.get('x-tollgate-losses')).toBeNull()
  })
})

describe('Zhipu', () => {
  test('gets the key unchanged, and top_p within its range', async () => {
    await post('/v1/chat/completions', { model: 'glm-4.7', messages: [HI], top_p: 1 })
    expect(upstream.requests[0]?.headers.get('authorization')).toBe('Bearer key-id.key-secret')
    expect(upstream.requests[0]?.path).toBe('/api/paas/v4/chat/completions')
    expect(asked().top_p).toBe(0.99)
  })

  test('gets for its version 3 a token signed with the key’s secret, with times in milliseconds', async () => {
    await post('/v1/chat/completions', { model: 'chatglm_turbo', messages: [HI] })
    await post('/v1/chat/completions', { model: 'chatglm_turbo', messages: [HI] })
    const [first, second] = upstream.requests.map(({ headers }) => headers.get('authorization') ?? '')
    expect(second).toBe(first ?? '')
    const { payload, protectedHeader } = await jwtVerify(first ?? '', new TextEncoder().encode('key-secret'))
    expect(protectedHeader).toEqual({ alg: 'HS256', sign_type: 'SIGN' })
    const { api_key, exp = 0, timestamp } = payload
    expect([api_key, exp - Number(timestamp)]).toEqual(['key-id', 24 * 3_600_000])
    expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(10_000)
    expect(upstream.requests[0]?.path).toBe('/api/paas/v3/model-api/chatglm_turbo/invoke')
  })

  test('gets pictures as bare base64 from every other dialect', async () => {
    const inChat = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBOR' } }
    await post('/v1/chat/completions', { model: 'glm-4.7', messages: [{ role: 'user', content: [inChat] }] })
    const content = [{ type: 'input_image', image_url: 'data:image/png;base64,iVBOR' }]
    await post('/v1/responses', { model: 'glm-4.7', input: [{ role: 'user', content }] })
    expect(upstream.requests.length).toBe(2)
    for (const { body } of upstream.requests) {
      expect(JSON.parse(body).messages[0].content).toEqual([{ type: 'image_url', image_url: { url: 'iVBOR' } }])
    }
  })
})

describe('Mistral', () => {
  const body = {
    model: 'mistral-large-latest',
    max_tokens: 9,
    messages: [
      HI,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_012345', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_012345', content: 'seen' }] },
    ],
    tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }],
  }

  test('gets matching ids of nine letters and digits', async () => {
    await post('/v1/messages', body)
    const [, calling, result] = asked().messages
    expect(calling.tool_calls[0].id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(result.tool_call_id).toBe(calling.tool_calls[0].id)
  })

  test('gets developer messages as system messages', async () => {
    const messages = [{ role: 'developer', content: 'Be brief' }, HI]
    await post('/v1/chat/completions', { model: body.model, messages, safe_prompt: true })
    expect(asked()).toEqual({
      model: body.model,
      messages: [{ role: 'system', content: 'Be brief' }, HI],
      safe_prompt: true,
    })
  })

  test('gets earlier reasoning as message parts, and no member that it refuses', async () => {
    const thoughtful = { role: 'assistant', content: 'Hello', reasoning_content: 'They greet me.' }
    const messages = [HI, thoughtful, HI]
    const response = await post('/v1/chat/completions', {
      model: body.model,
      messages,
      seed: 7,
      user: 'me',
      store: true,
    })
    expect(asked()).toEqual({
      model: body.model,
      messages: [
        HI,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'They greet me.' }] },
            { type: 'text', text: 'Hello' },
          ],
        },
        HI,
      ],
      random_seed: 7,
    })
    expect(response.headers.get('x-tollgate-losses')).toContain('user')
  })

  test('is not asked for a stream’s usage, which it reports anyway', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const last = {
      ...CHAT,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage,
    }
    answer = () =>
      new Response(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      })
    for (const stream_options of [undefined, { include_usage: true }]) {
      const response = await post('/v1/chat/completions', {
        model: body.model,
        messages: [HI],
        stream: true,
        stream_options,
      })
      expect(await response.text()).toContain('"total_tokens":2')
    }
    expect(upstream.requests.map(one => JSON.parse(one.body).stream_options)).toEqual([undefined, undefined])
  })
})

describe('Cohere', () => {
  test('gets its own dialect, and the client gets its own', async () => {
    answer = () =>
      Response.json({
        id: 'c-1',
        finish_reason: 'MAX_TOKENS',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
        usage: { billed_units: { input_tokens: 3, output_tokens: 2 }, tokens: { input_tokens: 500, output_tokens: 4 } },
      })
    const response = await post('/v1/chat/completions', { model: 'command-a-03-2025', messages: [HI], top_p: 0.5 })
    expect(await response.json()).toMatchObject({
      id: 'c-1',
      choices: [{ message: { content: 'Hello' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    })
    expect(upstream.requests[0]?.path).toBe('/v2/chat')
    expect(asked()).toEqual({ model: 'command-a-03-2025', messages: [HI], p: 0.5, stream: false })
  })

  test('its stream is converted to the client’s events', async () => {
    const events = [
      { type: 'message-start', id: 'c-1', delta: { message: { role: 'assistant' } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hello' } } } },
      { type: 'content-end', index: 0 },
      {
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: { billed_units: { input_tokens: 3, output_tokens: 2 } } },
      },
    ]
    const wire = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    answer = () => new Response(wire, { headers: { 'content-type': 'text/event-stream' } })
    const response = await post('/v1/messages', {
      model: 'command-a-03-2025',
      max_tokens: 9,
      messages: [HI],
      stream: true,
    })
    const text = await response.text()
    expect(text).toContain('{"type":"text_delta","text":"Hello"}')
    expect(text).toContain('"stop_reason":"end_turn"')
  })

  test('its errors are converted to the client’s dialect', async () => {
    answer = () => Response.json({ id: 'e', message: 'invalid request: too long' }, { status: 400 })
    const response = await post('/v1/messages', { model: 'command-a-03-2025', max_tokens: 9, messages: [HI] })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining('too long') },
    })
  })
})
