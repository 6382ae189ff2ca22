import { z } from 'zod'
import type { ClientCall, SingleCall } from './host.ts'
import { PICTURE_BASE64, PNG } from './picture.ts'

const KEY = 'cloudflare-token-of-many-letters'
const ACCOUNT = '0123456789abcdef0123456789abcdef'
const vendor = { type: 39, key: KEY, other: ACCOUNT, headers: { authorization: `Bearer ${KEY}` } }
const run = (model: string) => `/client/v4/accounts/${ACCOUNT}/ai/run/${model}`
const enveloped = (result: object) => ({ result, success: true, errors: [], messages: [] })
const failure = {
  answer: {
    result: null,
    success: false,
    errors: [{ code: 3036, message: 'daily allocation is used up' }],
    messages: [],
  },
  status: 429,
  message: 'daily allocation is used up',
}
const SOUND = new Uint8Array([0x52, 0x49, 0x46, 0x46, 9, 9, 9, 9])

function recording(model: string, fields: Record<string, string> = {}): ClientCall['body'] {
  const form = new FormData()
  form.set('model', model)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([SOUND], { type: 'audio/wav' }), 'a.wav')
  return form
}

const imageShape = z.strictObject({
  prompt: z.string().min(1).max(2048),
  width: z.number().optional(),
  height: z.number().optional(),
  steps: z.number().optional(),
})

export const cloudflare: readonly SingleCall[] = [
  {
    ...vendor,
    name: 'a transcription of Cloudflare’s, of the bare file',
    model: '@cf/openai/whisper',
    call: { path: '/v1/audio/transcriptions', body: recording('@cf/openai/whisper', { prompt: 'Names' }) },
    path: run('@cf/openai/whisper'),
    answer: ({ bytes }) =>
      bytes.equals(SOUND)
        ? enveloped({ text: 'Good morning', word_count: 2, words: [{ word: 'Good', start: 0, end: 0.4 }] })
        : failure.answer,
    hears: { text: 'Good morning' },
    losses: 'prompt',
    failure,
  },
  {
    ...vendor,
    name: 'a transcription of Cloudflare’s, with its words',
    model: '@cf/openai/whisper-tiny-en',
    call: {
      path: '/v1/audio/transcriptions',
      body: recording('@cf/openai/whisper-tiny-en', { response_format: 'verbose_json' }),
    },
    path: run('@cf/openai/whisper-tiny-en'),
    answer: () => enveloped({ text: 'Good', words: [{ word: 'Good', start: 0, end: 0.4 }] }),
    hears: { text: 'Good', task: 'transcribe', duration: 0.4, words: [{ word: 'Good', start: 0, end: 0.4 }] },
    failure,
  },
  {
    ...vendor,
    name: 'a translation of Cloudflare’s',
    model: '@cf/openai/whisper-large-v3-turbo',
    call: {
      path: '/v1/audio/translations',
      body: recording('@cf/openai/whisper-large-v3-turbo', { prompt: 'Names', response_format: 'text' }),
    },
    path: run('@cf/openai/whisper-large-v3-turbo'),
    shape: z.strictObject({
      audio: z.literal(Buffer.from(SOUND).toString('base64')),
      task: z.literal('translate'),
      initial_prompt: z.literal('Names'),
    }),
    answer: () => enveloped({ text: 'Good morning', transcription_info: { language: 'de', duration: 2.5 } }),
    hears: { type: 'text/plain; charset=utf-8', bytes: [...Buffer.from('Good morning\n')] },
    failure,
  },
  {
    ...vendor,
    name: 'an image of Cloudflare’s in JSON',
    model: '@cf/black-forest-labs/flux-1-schnell',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', steps: 4, response_format: 'url' } },
    path: run('@cf/black-forest-labs/flux-1-schnell'),
    shape: imageShape,
    answer: () => enveloped({ image: PICTURE_BASE64 }),
    hears: { data: [{ b64_json: PICTURE_BASE64 }] },
    losses: 'response_format',
    failure,
  },
  {
    ...vendor,
    name: 'an image of Cloudflare’s as a file',
    model: '@cf/lykon/dreamshaper-8-lcm',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', size: '512x512' } },
    path: run('@cf/lykon/dreamshaper-8-lcm'),
    shape: imageShape.extend({ width: z.literal(512), height: z.literal(512) }),
    answer: () => new Response(PNG, { headers: { 'content-type': 'image/png' } }),
    hears: { data: [{ b64_json: PICTURE_BASE64 }] },
    failure,
  },
]
