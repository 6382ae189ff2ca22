import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Log, LogOther, Page } from '@tollgate/contract'
import fc from 'fast-check'
import OpenAI, { toFile } from 'openai'
import { hourOfWebm } from '../../../../gateway/src/sound/making.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type Received, startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const SOUND = new Uint8Array(48_000).fill(7)
/** Ten seconds of silence by the WAV header. */
const WAV_BYTES = 480_044

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string
let openai: OpenAI
/** Releases the second half of a sound. */
let letOut = () => {}

beforeAll(async () => {
  upstream = startWireUpstream({
    '/v1/audio/speech': ({ body }) => speak(JSON.parse(body)),
    '/v1/audio/transcriptions': received => transcribe(received),
    '/v1/audio/translations': () => ({ text: 'Good morning.', usage: { type: 'duration', seconds: 60 } }),
  })
  gateway = await startGateway()
  await gateway.makeChannel({
    base_url: upstream.url,
    models: 'tts-1,gpt-4o-mini-tts,whisper-1,gpt-4o-transcribe,whisper-renamed',
    model_mapping: JSON.stringify({ 'whisper-renamed': 'a-much-longer-name-of-a-whisper' }),
  })
  await gateway.setOption('ModelRatio', JSON.stringify({ 'tts-1': 7.5, 'whisper-renamed': 3 }))
  bearer = (await gateway.makeToken()).bearer
  openai = new OpenAI({ apiKey: bearer, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function speak({ model, stream_format, input }: { model: string; stream_format?: string; input: string }): Response {
  if (input === 'refuse') return Response.json({ error: { message: 'Too long', type: 'x' } }, { status: 400 })
  if (stream_format === 'sse') {
    const events = [
      { type: 'speech.audio.delta', audio: 'AAAA' },
      { type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 100, total_tokens: 114 } },
    ]
    const text = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
  const gate = Promise.withResolvers<void>()
  letOut = gate.resolve
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(SOUND)
      await gate.promise
      if (input === 'break off') return controller.error(new Error('gone'))
      controller.enqueue(SOUND)
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': model === 'tts-1' ? 'audio/mpeg' : 'audio/pcm' } })
}

async function transcribe({ bytes, headers }: Received): Promise<Response> {
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData()
  if (form.get('stream') === 'true') {
    const events = [
      { type: 'transcript.text.delta', delta: 'Good ' },
      { type: 'transcript.text.done', text: 'Good morning.', usage: { input_tokens: 100, output_tokens: 4 } },
    ]
    const text = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
  if (form.get('response_format') === 'text') return new Response('Good morning.\n')
  const file = form.get('file') as File
  const usage = { type: 'tokens', input_tokens: 100, input_token_details: { audio_tokens: 100 }, output_tokens: 4 }
  return Response.json({ text: `${form.get('model')} heard ${file.size} bytes of ${file.name}`, usage })
}

async function lastLog(): Promise<Log & { parsed: LogOther }> {
  const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/')
  const [row] = items.filter(log => log.request_id !== '') as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

/** A WAV whose header claims this sample rate. */
function wavOf(rate: number): Uint8Array<ArrayBuffer> {
  const file = wav()
  new DataView(file.buffer).setUint32(24, rate, true)
  return file
}

function wav(bytes = WAV_BYTES): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes)
  file.set(Buffer.from('RIFF'), 0)
  file.set(Buffer.from('WAVEfmt '), 8)
  const head = new DataView(file.buffer)
  for (const [at, value] of Object.entries({ 16: 16, 20: 1, 22: 1, 34: 16 })) head.setUint16(Number(at), value, true)
  head.setUint32(24, 24_000, true)
  // a false byte rate, which must be ignored
  head.setUint32(28, 0xffff_ffff, true)
  return file
}

describe('speech', () => {
  test('streams while it is being made, and costs its characters', async () => {
    const response = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Good morning, añ😀' })
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const heard = [(await reader.read()).value ?? new Uint8Array()]
    letOut()
    for (let read = await reader.read(); !read.done; read = await reader.read()) heard.push(read.value)
    expect(Buffer.concat(heard).equals(Buffer.concat([SOUND, SOUND]))).toBe(true)
    expect(await lastLog()).toMatchObject({ model_name: 'tts-1', prompt_tokens: 17, quota: Math.round(17 * 7.5) })
  })

  test('of the GPT family costs by the length of its audio', async () => {
    const asked = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Good morning.', response_format: 'pcm' } as const
    const response = await openai.audio.speech.create(asked)
    letOut()
    expect((await response.arrayBuffer()).byteLength).toBe(96_000)
    const row = await lastLog()
    // two seconds
    expect(row).toMatchObject({ completion_tokens: 42 })
    expect(row.parsed).toMatchObject({ usage_source: 'estimated', audio_output: 42 })
  })

  test('sent as events costs what they report', async () => {
    const response = await openai.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      voice: 'alloy',
      input: 'Good morning.',
      stream_format: 'sse',
    })
    expect(await response.text()).toContain('speech.audio.done')
    expect(await lastLog()).toMatchObject({ prompt_tokens: 14, completion_tokens: 100, is_stream: true })
  })

  test('that breaks off also breaks off for the client, and is charged once', async () => {
    const response = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'break off' })
    letOut()
    await expect(response.arrayBuffer()).rejects.toThrow()
    const row = await lastLog()
    expect(row).toMatchObject({ prompt_tokens: 9 })
    expect(row.parsed.error_code).toBe('upstream_broke_off')
  })

  test('that is refused is free and gets an error of OpenAI’s shape', async () => {
    const refused = await openai.audio.speech
      .create({ model: 'tts-1', voice: 'alloy', input: 'refuse' })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('Too long') })
    expect(await lastLog()).toMatchObject({ type: 5, quota: 0 })
  })
})

describe('a transcription', () => {
  const file = () => toFile(wav(), 'hello.wav', { type: 'audio/wav' })

  test('sends the file unchanged, and costs what is reported', async () => {
    const { text } = await openai.audio.transcriptions.create({ model: 'gpt-4o-transcribe', file: await file() })
    expect(text).toBe(`gpt-4o-transcribe heard ${WAV_BYTES} bytes of hello.wav`)
    expect(await lastLog()).toMatchObject({ prompt_tokens: 100, completion_tokens: 4, model_name: 'gpt-4o-transcribe' })
  })

  test.each(['before', 'behind'])('names the model by its upstream’s name, %s the file', async place => {
    const form = new FormData()
    if (place === 'before') form.append('model', 'whisper-renamed')
    form.append('file', new Blob([wav(3_000_000)]), 'long.wav')
    if (place === 'behind') form.append('model', 'whisper-renamed')
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    })
    expect(await response.json()).toMatchObject({
      text: 'a-much-longer-name-of-a-whisper heard 3000000 bytes of long.wav',
    })
    const { headers, bytes } = upstream.requests.at(-1) as Received
    expect(headers.get('content-length')).toBe(String(bytes.length))
  })

  test('as plain text costs by the length of the audio', async () => {
    const asked = { model: 'whisper-1', file: await file(), response_format: 'text' } as const
    expect(await openai.audio.transcriptions.create(asked)).toBe('Good morning.\n')
    const row = await lastLog()
    expect(row).toMatchObject({ prompt_tokens: 167, quota: 501 })
    expect(row.parsed).toMatchObject({ usage_source: 'estimated', audio_input: 167 })
  })

  test('streams', async () => {
    const asked = { model: 'gpt-4o-transcribe', file: await file(), stream: true } as const
    const events = await Array.fromAsync(await openai.audio.transcriptions.create(asked))
    expect(events.map(event => event.type)).toEqual(['transcript.text.delta', 'transcript.text.done'])
    expect(await lastLog()).toMatchObject({ prompt_tokens: 100, completion_tokens: 4 })
  })

  test('without a model is made by Whisper', async () => {
    const form = new FormData()
    form.append('file', new Blob([wav()]), 'a.wav')
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    })
    expect(await response.json()).toMatchObject({ text: `whisper-1 heard ${WAV_BYTES} bytes of a.wav` })
  })

  test('is refused if its form breaks off', async () => {
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhis',
    })
    expect([response.status, (await response.json()).error.code]).toEqual([400, 'body_not_form'])
  })

  test('goes whole to the next channel when the first one fails', async () => {
    await gateway.setOption('RetryTimes', 1)
    const broken = await gateway.makeChannel({ base_url: 'http://127.0.0.1:9', models: 'whisper-1', priority: 10 })
    const asked = { model: 'whisper-1', file: await file() }
    const { text } = await openai.audio.transcriptions.create(asked)
    expect(text).toBe(`whisper-1 heard ${WAV_BYTES} bytes of hello.wav`)
    expect((await lastLog()).parsed.admin_info?.use_channel).toHaveLength(2)
    await gateway.consoleCall('DELETE', `/api/channel/${broken.id}`)
    await gateway.setOption('RetryTimes', 0)
  })
})

test('a translation costs the seconds it reports', async () => {
  const asked = { model: 'whisper-1', file: await toFile(wav(), 'a.wav') }
  expect(await openai.audio.translations.create(asked)).toMatchObject({ text: 'Good morning.' })
  expect(await lastLog()).toMatchObject({ prompt_tokens: 1000, quota: 3000 })
})

describe('audio whose upstream reports no usage', () => {
  const post = (parts: readonly (readonly [name: string, value: string | Uint8Array<ArrayBuffer>])[]) => {
    const form = new FormData()
    form.append('model', 'whisper-1')
    form.append('response_format', 'text')
    for (const [name, value] of parts) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, new Blob([value]), 'a')
    }
    const headers = { authorization: `Bearer ${bearer}` }
    return fetch(`${gateway.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  }
  const hour = Uint8Array.from(hourOfWebm())

  test.each<[what: string, sound: Uint8Array<ArrayBuffer>, seconds: number]>([
    ['an hour in a megabyte of WebM', hour, 3_600],
    ['a WAV of four thousand million samples a second', wavOf(4_000_000_000), Math.ceil(WAV_BYTES / 500)],
    ['bytes nobody can read', new Uint8Array(50_000).fill(7), 100],
  ])('%s is charged as it lasts, or could', async (_, sound, seconds) => {
    expect((await post([['file', sound]])).status).toBe(200)
    const { prompt_tokens: tokens } = await lastLog()
    expect(tokens).toBeGreaterThanOrEqual(Math.round((seconds * 1_000) / 60))
    expect(tokens).toBeLessThan((seconds * 1_000) / 60 + 100)
  })

  test('has its whole cost held before any of it is sent', async () => {
    const key = (await gateway.makeToken({ unlimited_quota: false, remain_quota: 3 * 50_000 })).bearer
    const known = upstream.requests.length
    const form = new FormData()
    form.append('model', 'whisper-1')
    form.append('file', new Blob([hour]), 'a.webm')
    const headers = { authorization: `Bearer ${key}` }
    const refused = await fetch(`${gateway.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
    expect(refused.status).toBe(403)
    expect(upstream.requests).toHaveLength(known)
  })

  const second = wavOf(24_000).subarray(0, 48_044)
  test.each<[what: string, parts: Parameters<typeof post>[0], code: string]>([
    ['an address alone', [['url', 'https://sounds.example/hour.mp3']], 'sound_not_measured'],
    [
      'an address beside a second',
      [
        ['file', second],
        ['url', 'https://sounds.example/hour.mp3'],
      ],
      'sound_not_measured',
    ],
    [
      'an address in front of a second',
      [
        ['URL', 'HTTPS://sounds.example/1'],
        ['file', second],
      ],
      'sound_not_measured',
    ],
    [
      'a stored file beside a second',
      [
        ['file', second],
        ['file_id', 'file-1'],
      ],
      'sound_not_measured',
    ],
    [
      'another file beside a second',
      [
        ['file', second],
        ['audio', hour],
      ],
      'sound_not_measured',
    ],
    ['an address in the file’s place', [['file', 'https://sounds.example/1']], 'sound_not_measured'],
    ['no sound', [], 'file_missing'],
  ])('is refused with %s', async (_, parts, code) => {
    const known = upstream.requests.length
    const refused = await post(parts)
    expect([refused.status, (await refused.json()).error.code]).toEqual([400, code])
    expect(upstream.requests).toHaveLength(known)
  })

  test('is refused in any unknown field; unknown switches and small numbers pass', async () => {
    const names = fc.string({ minLength: 1, maxLength: 12 }).map(name => `x_${name.replace(/[^a-z]/gi, '')}`)
    const values = fc.oneof(fc.webUrl(), fc.constantFrom('file-1', 'gs://a/b', 's3://a', 'data:audio/wav;base64,AA'))
    await fc.assert(
      fc.asyncProperty(names, values, async (name, value) => {
        expect(
          (
            await post([
              ['file', second],
              [name, value],
            ])
          ).status,
        ).toBe(400)
      }),
      { seed: 25, numRuns: 20 },
    )
    for (const value of ['true', 'False', '5', '0.25', ''])
      expect(
        (
          await post([
            ['file', second],
            ['x_option', value],
          ])
        ).status,
      ).toBe(200)
  })

  test('is refused as JSON', async () => {
    const refused = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'whisper-1', url: 'https://sounds.example/1' }),
    })
    expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'body_not_form'])
  })
})
