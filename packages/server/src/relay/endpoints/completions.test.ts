import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, Page } from '@tollgate/contract'
import OpenAI from 'openai'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const TEXT = 'upon a time'

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string
let openai: OpenAI

const events = (...list: object[]): Response =>
  new Response(list.map(event => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

beforeAll(async () => {
  const message = { id: 'm1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null }
  const usage = { input_tokens: 5, output_tokens: 3 }
  const ended = { stop_reason: 'max_tokens', stop_sequence: null }
  const answer = { candidates: [{ content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'MAX_TOKENS' }] }
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 }
  upstream = startWireUpstream({
    '/v1/messages': ({ body }) =>
      JSON.parse(body).stream
        ? events(
            { type: 'message_start', message: { ...message, usage } },
            { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
            { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
            { type: 'content_block_stop', index: 0 },
            { type: 'message_delta', delta: ended, usage },
            { type: 'message_stop' },
          )
        : { ...message, ...ended, content: [{ type: 'text', text: TEXT }], usage },
    '/v1beta/models/gemini:generateContent': () => ({ ...answer, usageMetadata }),
    '/v1beta/models/gemini:streamGenerateContent': () => events({ ...answer, usageMetadata }),
  })
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, type: 14, models: 'claude' })
  await gateway.makeChannel({ base_url: upstream.url, type: 24, models: 'gemini' })
  await gateway.setOption('ModelRatio', JSON.stringify({ claude: 1, gemini: 1 }))
  bearer = (await gateway.makeToken()).bearer
  openai = new OpenAI({ apiKey: bearer, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const lastLog = async (): Promise<Log | undefined> =>
  (await gateway.consoleCall<Page<Log>>('GET', '/api/log/')).items.find(log => log.request_id !== '')

describe.each(['claude', 'gemini'])('a text completion by %s', model => {
  const asked = { model, prompt: 'Once', max_tokens: 3 }

  test('comes whole', async () => {
    const completion = await openai.completions.create(asked)
    expect(completion).toMatchObject({
      object: 'text_completion',
      model,
      choices: [{ text: TEXT, index: 0, logprobs: null, finish_reason: 'length' }],
      usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
    })
    expect(await lastLog()).toMatchObject({ prompt_tokens: 5, completion_tokens: 3, model_name: model })
  })

  test('streams', async () => {
    const stream = await openai.completions.create({ ...asked, stream: true })
    const pieces = await Array.fromAsync(stream)
    expect(pieces.map(({ choices }) => choices[0]?.text).join('')).toBe(TEXT)
    expect(pieces.at(-1)?.choices[0]?.finish_reason).toBe('length')
    expect(await lastLog()).toMatchObject({ prompt_tokens: 5, completion_tokens: 3, is_stream: true })
  })

  test('with several prompts is refused with an error of OpenAI’s shape', async () => {
    const refused = await openai.completions.create({ ...asked, prompt: ['a', 'b'] }).catch(error => error)
    expect(refused).toMatchObject({ status: 400, type: 'invalid_request_error' })
  })
})

describe('endpoints of OpenAI that no channel serves', () => {
  test.each([
    ['POST', '/v1/images/variations'],
    ['POST', '/v1/fine-tunes'],
    ['POST', '/v1/fine-tunes/t-1/cancel'],
    ['DELETE', '/v1/models/gpt-4o'],
  ])('%s %s is not implemented', async (method, path) => {
    const response = await fetch(gateway.url + path, { method, headers: { authorization: `Bearer ${bearer}` } })
    expect(response.status).toBe(501)
    expect((await response.json()).error).toMatchObject({
      message: expect.stringContaining('API not implemented'),
      code: 'api_not_implemented',
    })
  })
})
