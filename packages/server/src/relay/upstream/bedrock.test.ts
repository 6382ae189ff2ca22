import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { eventStream } from '@tollgate/gateway/laws'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type Received, startWireUpstream } from '../../../test/support/wire-upstream.ts'

const AWS = 33
const REGION = 'eu-central-1'
const [ACCESS_KEY, SECRET] = ['AKIATESTTESTTESTTEST', 'a secret of forty letters']

const CLAUDE = 'claude-sonnet-4-5-20250929'
const NOVA = 'nova-lite-v1:0'
const CLAUDE_PATH = `/model/eu.anthropic.${CLAUDE}-v1%3A0`
const NOVA_PATH = '/model/eu.amazon.nova-lite-v1%3A0'

let answer: (received: Received) => Response
const upstream = startWireUpstream(received => answer(received))

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  const models = `${CLAUDE},${NOVA}`
  await gateway.makeChannel({ type: AWS, base_url: upstream.url, models, key: `${ACCESS_KEY}|${SECRET}|${REGION}` })
  await gateway.makeChannel({
    type: AWS,
    base_url: upstream.url,
    models: 'by-api-key',
    model_mapping: `{"by-api-key":"${NOVA}"}`,
    key: `an-api-key|${REGION}`,
  })
  const each = (ratio: number) => JSON.stringify({ [CLAUDE]: ratio, [NOVA]: ratio, 'by-api-key': ratio })
  await gateway.setOption('ModelRatio', each(1))
  await gateway.setOption('CompletionRatio', each(4))
  bearer = (await gateway.makeToken()).bearer
})

beforeEach(() => {
  upstream.requests.length = 0
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, ...headers },
    body: JSON.stringify(body),
  })

const streamed = (messages: Parameters<typeof eventStream>[0]) =>
  new Response(eventStream(messages) as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
  })
const message = (event: string, body: object) => ({ headers: { ':message-type': 'event', ':event-type': event }, body })
const exception = (type: string, body: object) => ({
  headers: { ':message-type': 'exception', ':exception-type': type },
  body,
})
const HI = [{ role: 'user', content: 'Hi' }]

async function chargeOf(response: Response): Promise<number | undefined> {
  const rows = await gateway.logsOf(response)
  expect(rows).toHaveLength(1)
  return rows[0]?.quota
}

describe('Claude on Bedrock, for a client of Messages', () => {
  const ASK = { model: CLAUDE, max_tokens: 9, messages: HI }
  const ANSWER = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: CLAUDE,
    content: [{ type: 'text', text: 'Hello' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  }
  const EVENTS = [
    { type: 'message_start', message: { ...ANSWER, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ]
  const packed = (event: object) => message('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') })
  const written = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

  test('model and method are in the path, not in the body, and the answer is unchanged', async () => {
    answer = () => Response.json(ANSWER)
    const response = await post('/v1/messages', ASK, { 'anthropic-beta': 'context-1m-2025-08-07,unheard-of' })
    expect(await response.json()).toEqual(ANSWER)
    expect(upstream.requests[0]?.path).toBe(`${CLAUDE_PATH}/invoke`)
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
      max_tokens: 9,
      messages: HI,
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['context-1m-2025-08-07'],
    })
    expect(await chargeOf(response)).toBe(100 + 20 * 4)
  })

  test('the call carries an AWS signature', async () => {
    answer = () => Response.json(ANSWER)
    await post('/v1/messages', ASK)
    const received = upstream.requests[0] as Received // the call above arrived
    expect(received.headers.get('authorization')).toBe(signatureOf(received))
  })

  test('a stream becomes server-sent events, event by event', async () => {
    answer = () => streamed(EVENTS.map(packed))
    const response = await post('/v1/messages', { ...ASK, stream: true })
    expect(upstream.requests[0]?.path).toBe(`${CLAUDE_PATH}/invoke-with-response-stream`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toBe(EVENTS.map(written).join(''))
    expect(await chargeOf(response)).toBe(100 + 20 * 4)
  })

  test('an exception in mid-stream ends the stream with Anthropic’s error', async () => {
    const broken = exception('modelStreamErrorException', { message: 'the model broke', originalStatusCode: 529 })
    answer = () => streamed([...EVENTS.slice(0, 3).map(packed), broken])
    const text = await (await post('/v1/messages', { ...ASK, stream: true })).text()
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'the model broke' } }
    expect(text).toBe([...EVENTS.slice(0, 3), error].map(written).join(''))
  })

  test('an exception as the first event is an error response', async () => {
    answer = () => streamed([exception('throttlingException', { message: 'slow down' })])
    const response = await post('/v1/messages', { ...ASK, stream: true })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'rate_limit_error', message: expect.stringContaining('slow down') },
    })
  })

  test('a client of Chat gets the answer converted', async () => {
    answer = () => streamed(EVENTS.map(packed))
    const response = await post('/v1/chat/completions', { model: CLAUDE, messages: HI, stream: true })
    const text = await response.text()
    expect(upstream.requests[0]?.path).toBe(`${CLAUDE_PATH}/invoke-with-response-stream`)
    expect(text).toContain('"content":"Hello"')
    expect(text).toEndWith('data: [DONE]\n\n')
  })
})

describe('other models on Bedrock, by Converse', () => {
  const USAGE = { inputTokens: 100, outputTokens: 20, totalTokens: 120 }
  const ASKED = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }

  test('an answer is converted and charged', async () => {
    const said = { role: 'assistant', content: [{ text: 'Hello' }] }
    answer = () => Response.json({ output: { message: said }, stopReason: 'end_turn', usage: USAGE })
    const response = await post('/v1/chat/completions', { model: NOVA, messages: HI })
    expect(await response.json()).toMatchObject({
      model: NOVA,
      choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    })
    expect([upstream.requests[0]?.path, JSON.parse(upstream.requests[0]?.body ?? '')]).toEqual([
      `${NOVA_PATH}/converse`,
      ASKED,
    ])
    expect(await chargeOf(response)).toBe(100 + 20 * 4)
  })

  test('a stream is converted', async () => {
    answer = () =>
      streamed([
        message('messageStart', { role: 'assistant' }),
        message('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hello' } }),
        message('contentBlockStop', { contentBlockIndex: 0 }),
        message('messageStop', { stopReason: 'end_turn' }),
        message('metadata', { usage: USAGE }),
      ])
    const response = await post('/v1/messages', { model: NOVA, max_tokens: 9, messages: HI, stream: true })
    const text = await response.text()
    expect(upstream.requests[0]?.path).toBe(`${NOVA_PATH}/converse-stream`)
    expect(text).toContain('{"type":"text_delta","text":"Hello"}')
    expect(text).toContain('"stop_reason":"end_turn"')
    expect(await chargeOf(response)).toBe(100 + 20 * 4)
  })

  test('an API key is sent without a signature', async () => {
    answer = () => Response.json({ message: 'no' }, { status: 403 })
    await post('/v1/chat/completions', { model: 'by-api-key', messages: HI })
    expect(upstream.requests[0]?.headers.get('authorization')).toBe('Bearer an-api-key')
  })

  test('an error is written in the client’s dialect, without keys', async () => {
    answer = () => Response.json({ message: `The token ${SECRET} of ${ACCESS_KEY} is wrong` }, { status: 403 })
    const response = await post('/v1/chat/completions', { model: NOVA, messages: HI })
    const { error } = (await response.json()) as { error: { message: string } }
    expect(response.status).toBe(403)
    expect(error.message).toStartWith('The token *** of *** is wrong')
  })
})

/** An independent Signature Version 4. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureOf({ path, body, headers }: Received): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const time = headers.get('x-amz-date') ?? ''
  const scope = `${time.slice(0, 8)}/${REGION}/bedrock/aws4_request`
  const canonical = [
    'POST',
    path.replaceAll('%', '%25'),
    '',
    `host:${headers.get('host')}`,
    `x-amz-date:${time}`,
    '',
    'host;x-amz-date',
    hash(body),
  ].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((parent, piece) => hmac(parent, piece), `AWS4${SECRET}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`
}
