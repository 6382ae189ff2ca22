import { z } from 'zod'
import type { SingleCall } from './host.ts'
import { PICTURE_BASE64 } from './picture.ts'

const KEY = 'minimax-key-of-many-letters'
const vendor = { type: 35, key: KEY, headers: { authorization: `Bearer ${KEY}` } }
const good = { status_code: 0, status_msg: 'success' }
const failure = {
  answer: { base_resp: { status_code: 1008, status_msg: 'insufficient balance here' } },
  status: 402,
  message: 'insufficient balance here',
}
const imageShape = z.strictObject({
  model: z.literal('image-01'),
  prompt: z.string().min(1),
  aspect_ratio: z.enum(['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']).optional(),
  response_format: z.enum(['url', 'base64']),
  n: z.number().int().min(1).max(9),
  prompt_optimizer: z.boolean().optional(),
})

export const miniMax: readonly SingleCall[] = [
  {
    ...vendor,
    name: 'MiniMax’s speech',
    model: 'speech-02-hd',
    call: {
      path: '/v1/audio/speech',
      body: {
        input: 'Good morning',
        voice: 'male-qn-qingse',
        speed: 4,
        response_format: 'wav',
        language_boost: 'auto',
      },
    },
    path: '/v1/t2a_v2',
    shape: z.strictObject({
      model: z.literal('speech-02-hd'),
      text: z.string().min(1),
      stream: z.literal(false),
      voice_setting: z.strictObject({ voice_id: z.string().min(1), speed: z.number().min(0.5).max(2).optional() }),
      audio_setting: z.strictObject({ format: z.enum(['mp3', 'pcm', 'flac', 'wav']) }),
      output_format: z.enum(['hex', 'url']),
      language_boost: z.string().optional(),
    }),
    answer: () => ({
      data: { audio: '52494646cafe', status: 2 },
      extra_info: { audio_length: 900, usage_characters: 12 },
      trace_id: 't',
      base_resp: good,
    }),
    hears: { type: 'audio/wav', bytes: [0x52, 0x49, 0x46, 0x46, 0xca, 0xfe] },
    losses: 'speed',
    failure,
    charged: { prompt_tokens: 12 },
  },
  {
    ...vendor,
    name: 'MiniMax’s images by their addresses',
    model: 'image-01',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', n: 2, size: '1536x1024' } },
    path: '/v1/image_generation',
    shape: imageShape.extend({ aspect_ratio: z.literal('3:2'), response_format: z.literal('url') }),
    answer: () => ({
      id: 'i-1',
      data: { image_urls: ['https://minimax.example/1.png', 'https://minimax.example/2.png'] },
      metadata: { success_count: 2, failed_count: 0 },
      base_resp: good,
    }),
    hears: { data: [{ url: 'https://minimax.example/1.png' }, { url: 'https://minimax.example/2.png' }] },
    failure,
    units: 2,
  },
  {
    ...vendor,
    name: 'MiniMax’s images as data',
    model: 'image-01',
    call: {
      path: '/v1/images/generations',
      body: { prompt: 'a cat', response_format: 'b64_json', prompt_optimizer: true, background: 'opaque' },
    },
    path: '/v1/image_generation',
    shape: imageShape.extend({ response_format: z.literal('base64'), prompt_optimizer: z.literal(true) }),
    answer: () => ({ id: 'i-1', data: { image_base64: [PICTURE_BASE64] }, base_resp: good }),
    hears: { data: [{ b64_json: PICTURE_BASE64 }] },
    losses: '"background"',
    failure,
  },
]
