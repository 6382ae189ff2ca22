import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

let upstream: WireUpstream
let live: RealtimeUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = startWireUpstream(() => ({ text: 'No request may get here' }))
  live = await startRealtimeUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'm,whisper-1' })
  await gateway.makeChannel({ base_url: live.url, models: 'gpt-realtime' })
  await gateway.setOption('ModelRatio', JSON.stringify({ m: 1 }))
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  await live.stop()
})

const post = (path: string, body: BodyInit): Promise<Response> =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': 'en' },
    body,
  })

const SENTENCE = (member: string) =>
  `The field ${member} is given more than once or in another spelling; give it once, as ${member}`

describe('an ambiguous request is refused before any upstream is called', () => {
  test.each<[path: string, body: string, member: string]>([
    ['/v1/chat/completions', '{"model":"m","mod\\u0065l":"n","messages":[]}', 'model'],
    ['/v1/chat/completions', '{"MODEL":"n","model":"m","messages":[]}', 'model'],
    [
      '/v1/chat/completions',
      '{"model":"m","stream_options":{"include_usage":true,"Include_usage":false}}',
      'include_usage',
    ],
    ['/v1/responses', '{"model":"m","reasoning":{"effort":"low","effort":"high"}}', 'effort'],
    ['/v1/messages', '{"model":"m","max_tokens":1,"Max_Tokens":64000}', 'max_tokens'],
    ['/v1/messages/count_tokens', '{"model":"m","system":"a","system":"b"}', 'system'],
    ['/v1/embeddings', '{"model":"m","input":"a","input":"b"}', 'input'],
    ['/v1/images/generations', '{"model":"m","n":1,"N":9}', 'n'],
    ['/v1/rerank', '{"model":"m","documents":[],"documents":[""]}', 'documents'],
    ['/v1beta/models/m:generateContent', '{"generationConfig":{},"generation_config":{}}', 'generationConfig'],
    [
      '/v1beta/models/m:generateContent',
      '{"generationConfig":{"candidateCount":1,"candidate_count":9}}',
      'candidateCount',
    ],
  ])('on %s: %s', async (path, body, member) => {
    const response = await post(path, body)
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toStartWith(SENTENCE(member))
    expect(upstream.requests).toEqual([])
  })

  const file = (name: string) => [name, new Blob([new Uint8Array(5_000)])] as const
  test.each<[what: string, fields: (readonly [string, string | Blob])[], member: string]>([
    ['a second file', [['model', 'whisper-1'], file('file'), file('file')], 'file'],
    ['a file in another case', [['model', 'whisper-1'], file('File')], 'file'],
    ['a model that is a file', [['model', 'whisper-1'], file('model'), file('file')], 'model'],
    ['a field in another case', [['model', 'whisper-1'], ['Language', 'en'], file('file')], 'language'],
  ])('in a form with %s', async (_what, fields, member) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    const response = await post('/v1/audio/transcriptions', form)
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toStartWith(SENTENCE(member))
  })

  test('in a live session, which continues', async () => {
    const client = openRealtime(`${gateway.url}/v1/realtime?model=gpt-realtime`, bearer)
    await client.hears('session.created')
    client.say('{"type":"response.create","type":"input_audio_buffer.clear"}')
    const told = (await client.hears('error')) as { error?: { message: string } }
    expect(told.error?.message).toStartWith(SENTENCE('type'))
    client.say('{"type":"session.update","session":{"Model":"dearer"}}')
    await client.hears('error', 2)
    expect(client.closed).toBeNull()
    client.socket.close()
  })
})

test('a request whose stream is not a boolean is refused before any upstream is called', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/v1/chat/completions', '/v1/completions', '/v1/responses', '/v1/messages'),
      fc.jsonValue().filter(value => value !== null && typeof value !== 'boolean'),
      async (path, stream) => {
        const response = await post(path, JSON.stringify({ model: 'm', messages: [], prompt: 'a', input: 'a', stream }))
        expect(response.status).toBe(400)
        expect((await response.json()).error.message).toStartWith('stream must be true or false')
        expect(upstream.requests).toEqual([])
      },
    ),
    { seed: 25, numRuns: 60 },
  ))

test.each([
  ['levels', `{"model":"m","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['members', `{"model":"m"${',"a":1'.repeat(100_000)}}`],
  ['names', `{"model":"m","x":{${'"a":1,'.repeat(200_000)}"b":1}}`],
  ['values', `{"model":"m","x":[${'1,'.repeat(1_100_000)}1]}`],
])('a body with too many %s is refused in one sentence', async (what, body) => {
  const response = await post('/v1/chat/completions', body)
  const { error } = await response.json()
  expect([response.status, error.code]).toEqual([400, 'body_too_complex'])
  expect(error.message).toContain(what)
})
