import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import OpenAI, { toFile } from 'openai'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type Received, startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const USAGE = {
  input_tokens: 50,
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
  output_tokens: 1_000,
  total_tokens: 1_050,
}

let upstream: WireUpstream
let gateway: TestGateway
let openai: OpenAI

beforeAll(async () => {
  upstream = startWireUpstream({
    '/v1/images/generations': ({ body }) => make(JSON.parse(body)),
    '/v1/images/edits': edit,
    '/v1beta/models/imagen-4.0-generate-001:predict': () => ({
      predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'aaaa' }],
    }),
    '/v1beta/models/gemini-draws:generateContent': () => ({
      candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'bbbb' } }] } }],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 1_000,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_000 }],
      },
    }),
  })
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'dall-e-3,gpt-image-1' })
  await gateway.makeChannel({ base_url: upstream.url, type: 24, models: 'imagen-4.0-generate-001,gemini-draws' })
  await gateway.setOption('ModelPrice', JSON.stringify({ 'dall-e-3': 0.04, 'imagen-4.0-generate-001': 0.04 }))
  await gateway.setOption('ModelRatio', JSON.stringify({ 'gemini-draws': 1 }))
  const { bearer } = await gateway.makeToken()
  openai = new OpenAI({ apiKey: bearer, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function make({ model, n = 1, stream }: { model: string; n?: number; stream?: boolean }): Response {
  const data = Array.from({ length: n }, () => ({ b64_json: 'aaaa' }))
  if (!stream) return Response.json({ created: 1, data, ...(model === 'gpt-image-1' && { usage: USAGE }) })
  const events = [
    { type: 'image_generation.partial_image', b64_json: 'aa', partial_image_index: 0 },
    { type: 'image_generation.completed', b64_json: 'aaaa', usage: USAGE },
  ]
  const text = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

async function edit({ bytes, headers }: Received): Promise<Response> {
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData()
  const sizes = form.getAll('image[]').map(image => (image as File).size)
  return Response.json({ created: sizes, data: [{ b64_json: String(form.get('prompt')) }], usage: USAGE })
}

async function lastLog(): Promise<Log & { parsed: LogOther }> {
  const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/')
  const [row] = items.filter(log => log.request_id !== '') as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

describe('images', () => {
  test('priced by call cost by number, size and quality', async () => {
    const asked = { model: 'dall-e-3', prompt: 'A cat', n: 2, size: '1024x1792', quality: 'hd' } as const
    expect((await openai.images.generate(asked)).data).toHaveLength(2)
    const row = await lastLog()
    expect(row).toMatchObject({ quota: 0.04 * 2 * 2 * 1.5 * 500_000 })
    expect(row.parsed).toMatchObject({ model_price: 0.04, call_count: 2, size_ratio: 2, quality_ratio: 1.5 })
  })

  test('priced by tokens cost what they report', async () => {
    await openai.images.generate({ model: 'gpt-image-1', prompt: 'A cat' })
    const row = await lastLog()
    expect(row).toMatchObject({ prompt_tokens: 50, completion_tokens: 1_000 })
    expect(row.parsed).toMatchObject({ text_input: 10, image_input: 40, image_output: 1_000 })
    // OpenAI's prices: 5, 10 and 40 dollars a million
    expect(row.quota).toBe(Math.round((10 * 5 + 40 * 10 + 1_000 * 40) / 2))
  })

  test('stream with partial images', async () => {
    const stream = await openai.images.generate({ model: 'gpt-image-1', prompt: 'A cat', stream: true })
    const events = await Array.fromAsync(stream)
    expect(events.map(event => event.type)).toEqual(['image_generation.partial_image', 'image_generation.completed'])
    expect(await lastLog()).toMatchObject({ is_stream: true, completion_tokens: 1_000 })
  })

  test('to edit are sent on unchanged', async () => {
    const image = await Promise.all([1_000, 2_000].map(size => toFile(new Uint8Array(size), `${size}.png`)))
    const { created, data } = await openai.images.edit({ model: 'gpt-image-1', image, prompt: 'Add a hat', n: 1 })
    expect([created as unknown, data]).toEqual([[1_000, 2_000], [{ b64_json: 'Add a hat' }]])
    expect(await lastLog()).toMatchObject({ model_name: 'gpt-image-1', prompt_tokens: 50, completion_tokens: 1_000 })
  })

  test('are made by Imagen', async () => {
    const asked = { model: 'imagen-4.0-generate-001', prompt: 'A cat', size: '1536x1024' } as const
    expect((await openai.images.generate(asked)).data).toEqual([{ b64_json: 'aaaa' }])
    expect(upstream.lastJson()).toEqual({
      instances: [{ prompt: 'A cat' }],
      parameters: { sampleCount: 1, aspectRatio: '4:3' },
    })
    expect(await lastLog()).toMatchObject({ quota: 20_000 })
  })

  test('are drawn by Gemini', async () => {
    const { data } = await openai.images.generate({ model: 'gemini-draws', prompt: 'A cat' })
    expect(data).toEqual([{ b64_json: 'bbbb' }])
    expect(await lastLog()).toMatchObject({ prompt_tokens: 10, completion_tokens: 1_000 })
  })
})
