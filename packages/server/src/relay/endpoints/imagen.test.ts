import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther } from '@tollgate/contract'
import { vertexKey } from '../../../test/fidelity/vertex-key.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const IMAGEN = 'imagen-4.0-generate-001'
const ON_VERTEX = `/v1beta1/projects/ours/locations/europe-west4/publishers/google/models/${IMAGEN}:predict`
const PRICE = 0.04
const QUOTA_PER_DOLLAR = 500_000

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string

const image = { mimeType: 'image/png', bytesBase64Encoded: 'aaaa' }

beforeAll(async () => {
  upstream = startWireUpstream({
    '/token': () => ({ access_token: 'an access token', expires_in: 3600 }),
    [ON_VERTEX]: () => ({ predictions: [image, image] }),
    [`/v1beta/models/${IMAGEN}:predict`]: () => ({ predictions: [image, { raiFilteredReason: 'unsafe' }] }),
  })
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, type: 24, models: IMAGEN, key: 'a key' })
  const model_mapping = JSON.stringify({ drawer: IMAGEN })
  const key = vertexKey('ours', `${upstream.url}/token`)
  await gateway.makeChannel({
    base_url: upstream.url,
    type: 41,
    models: 'drawer',
    model_mapping,
    key,
    other: 'europe-west4',
  })
  await gateway.setOption('ModelPrice', JSON.stringify({ [IMAGEN]: PRICE, drawer: PRICE }))
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function post(path: string, body: object): Promise<{ answer: unknown; log: Log; other: LogOther }> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  const [log] = (await gateway.logsOf(response)) as [Log]
  return { answer, log, other: JSON.parse(log.other) }
}

const asked = { instances: [{ prompt: 'A cat' }], parameters: { sampleCount: 2, personGeneration: 'dont_allow' } }

describe('Gemini’s clients call Imagen’s predict', () => {
  test('on AI Studio and pay for the images they get', async () => {
    const { answer, log } = await post(`/v1beta/models/${IMAGEN}:predict`, asked)
    expect(answer).toEqual({ predictions: [image, { raiFilteredReason: 'unsafe' }] })
    expect(upstream.lastJson()).toEqual(asked)
    expect(log.quota).toBe(PRICE * QUOTA_PER_DOLLAR)
  })

  test('on Vertex, as a service account', async () => {
    const { answer, log, other } = await post('/v1beta/models/drawer:predict', asked)
    expect(answer).toEqual({ predictions: [image, image] })
    expect(upstream.requests.at(-1)?.headers.get('authorization')).toBe('Bearer an access token')
    expect(upstream.lastJson()).toEqual(asked)
    expect([log.quota, other.call_count]).toEqual([2 * PRICE * QUOTA_PER_DOLLAR, 2])
  })

  test('on no other model', async () => {
    const { log } = await post('/v1beta/models/gemini-2.5-flash:predict', asked)
    expect(log.content).toContain('gemini-2.5-flash')
  })
})

test('OpenAI’s clients get images by Imagen on Vertex', async () => {
  const { answer, log } = await post('/v1/images/generations', {
    model: 'drawer',
    prompt: 'A cat',
    n: 2,
    size: '1024x1024',
  })
  expect(answer).toMatchObject({ data: [{ b64_json: 'aaaa' }, { b64_json: 'aaaa' }] })
  expect(upstream.requests.at(-1)?.path).toBe(ON_VERTEX)
  expect(upstream.lastJson()).toEqual({
    instances: [{ prompt: 'A cat' }],
    parameters: { sampleCount: 2, aspectRatio: '1:1' },
  })
  expect(log.quota).toBe(2 * PRICE * QUOTA_PER_DOLLAR)
})
