import { z } from 'zod'
import { hunyuan as hunyuanChat, signatureOf } from '../vendors/hunyuan.ts'
import type { SingleCall } from './host.ts'
import { PICTURE, PICTURE_BASE64, PNG } from './picture.ts'

const ADDRESS = 'https://pictures.example/1.png'
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function edit(model: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set('model', model)
  form.set('prompt', 'make it night')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const name of ['a.png', 'b.png']) form.append('image[]', new Blob([PNG], { type: 'image/png' }), name)
  return form
}

const ARK_KEY = 'ark-key-of-many-letters'
const TTS_TOKEN = 'speech-token-of-many-letters'
const QIANFAN_KEY = 'bce-v3/ALTAK-of-many-letters'
const ZHIPU_KEY = 'id-of-many-letters.secret-of-many-letters'
const JINA_KEY = 'jina_key_of_many_letters'

const volcengine: readonly SingleCall[] = [
  {
    name: 'pictures edited by Ark, in JSON where it makes them',
    type: 45,
    key: ARK_KEY,
    model: 'doubao-seedream-4-0-250828',
    call: { path: '/v1/images/edits', body: edit('doubao-seedream-4-0-250828', { response_format: 'url', n: '2' }) },
    path: '/api/v3/images/generations',
    headers: { ...bearer(ARK_KEY), 'content-type': 'application/json' },
    shape: z.strictObject({
      model: z.literal('doubao-seedream-4-0-250828'),
      prompt: z.string().min(1),
      image: z.array(z.literal(PICTURE)).length(2),
      response_format: z.enum(['url', 'b64_json']),
      sequential_image_generation: z.literal('auto'),
      sequential_image_generation_options: z.strictObject({ max_images: z.literal(2) }),
    }),
    answer: () => ({
      model: 'doubao-seedream-4-0-250828',
      created: 1_700_000_000,
      data: [
        { url: ADDRESS, size: '2048x2048' },
        { url: ADDRESS, size: '2048x2048' },
      ],
      usage: { generated_images: 2, output_tokens: 16_384, total_tokens: 16_384 },
    }),
    hears: { data: [{ url: ADDRESS }, { url: ADDRESS }] },
    units: 2,
    failure: {
      answer: { error: { code: 'RateLimitExceeded', message: 'too many calls', type: 'rate_limit_exceeded' } },
      status: 429,
      message: 'too many calls',
    },
  },
  {
    name: 'Volcengine’s speech',
    type: 45,
    key: `1234567890|${TTS_TOKEN}`,
    model: 'seed-tts-1.0',
    call: { path: '/v1/audio/speech', body: { input: 'Good morning', voice: 'zh_male_M392', response_format: 'opus' } },
    path: '/api/v1/tts',
    headers: { authorization: `Bearer;${TTS_TOKEN}` },
    shape: z.strictObject({
      app: z.strictObject({
        appid: z.literal('1234567890'),
        token: z.literal(TTS_TOKEN),
        cluster: z.literal('volcano_tts'),
      }),
      user: z.strictObject({ uid: z.string().min(1) }),
      audio: z.strictObject({
        voice_type: z.string().min(1),
        encoding: z.enum(['wav', 'pcm', 'ogg_opus', 'mp3']),
        rate: z.literal(24_000),
        speed_ratio: z.number().min(0.1).max(2).optional(),
      }),
      request: z.strictObject({
        reqid: z.string().min(8),
        text: z.string().min(1),
        operation: z.literal('query'),
        model: z.string(),
      }),
    }),
    answer: () => ({
      reqid: 'r-1',
      code: 3000,
      operation: 'query',
      message: 'Success',
      sequence: -1,
      data: Buffer.from('OggS').toString('base64'),
      addition: { duration: '900' },
    }),
    hears: { type: 'audio/ogg', bytes: [...Buffer.from('OggS')] },
    failure: {
      answer: { reqid: 'r-1', code: 3003, message: 'too many at once', sequence: 0, data: '' },
      status: 429,
      message: 'too many at once',
    },
    charged: { prompt_tokens: 12 },
  },
  {
    name: 'Ark’s reranking',
    type: 45,
    key: ARK_KEY,
    model: 'doubao-rerank',
    call: { path: '/v1/rerank', body: { query: 'q', documents: ['one', 'two'] } },
    path: '/api/v3/rerank',
    headers: bearer(ARK_KEY),
    shape: z.strictObject({ model: z.literal('doubao-rerank'), query: z.string(), documents: z.array(z.string()) }),
    answer: () => ({ results: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 9, prompt_tokens: 9 } }),
    hears: { results: [{ index: 0, relevance_score: 0.5 }] },
    failure: {
      answer: { error: { code: 'X', message: 'no such endpoint' } },
      status: 500,
      message: 'no such endpoint',
    },
    charged: { prompt_tokens: 9 },
  },
]

const baidu: readonly SingleCall[] = [
  {
    name: 'Qianfan’s reranking',
    type: 46,
    key: `${QIANFAN_KEY}|app-12345678`,
    model: 'bce-reranker-base',
    call: { path: '/v1/rerank', body: { query: 'q', documents: ['one', 'two'], top_n: 1 } },
    path: '/v2/rerank',
    headers: { ...bearer(QIANFAN_KEY), appid: 'app-12345678' },
    shape: z.strictObject({
      model: z.literal('bce-reranker-base'),
      query: z.string(),
      documents: z.array(z.string()),
      top_n: z.number(),
    }),
    answer: () => ({
      id: 'as-1',
      results: [{ index: 1, relevance_score: 0.8, document: 'two' }],
      usage: { prompt_tokens: 11, total_tokens: 11 },
    }),
    hears: { results: [{ index: 1, relevance_score: 0.8, document: 'two' }] },
    failure: { answer: { error: { code: 'x', message: 'no such model' } }, status: 500, message: 'no such model' },
    charged: { prompt_tokens: 11 },
  },
  {
    name: 'Qianfan’s images',
    type: 46,
    key: QIANFAN_KEY,
    model: 'irag-1.0',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', n: 1 } },
    path: '/v2/images/generations',
    headers: bearer(QIANFAN_KEY),
    shape: z.strictObject({ model: z.literal('irag-1.0'), prompt: z.string(), n: z.number() }),
    answer: () => ({ id: 'as-1', created: 1_700_000_000, data: [{ url: ADDRESS }] }),
    hears: { data: [{ url: ADDRESS }] },
    failure: null,
  },
  {
    name: 'a picture edited by Qianfan',
    type: 46,
    key: QIANFAN_KEY,
    model: 'qwen-image-edit',
    call: { path: '/v1/images/edits', body: { prompt: 'make it night', image: PICTURE, n: 2, quality: 'hd' } },
    path: '/v2/images/edits',
    headers: bearer(QIANFAN_KEY),
    shape: z.strictObject({
      model: z.literal('qwen-image-edit'),
      prompt: z.string(),
      image: z.literal(PICTURE),
      n: z.literal(2),
    }),
    answer: () => ({ id: 'as-1', created: 1_700_000_000, data: [{ url: ADDRESS }, { url: ADDRESS }] }),
    hears: { data: [{ url: ADDRESS }, { url: ADDRESS }] },
    losses: 'quality',
    failure: null,
    units: 2,
  },
]

const zhipu: readonly SingleCall[] = [
  {
    name: 'Zhipu’s images, by addresses in its own words',
    type: 26,
    key: ZHIPU_KEY,
    model: 'cogview-4',
    call: {
      path: '/v1/images/generations',
      body: { prompt: 'a cat', quality: 'hd', size: '1024x1024', watermark_enabled: false, style: 'vivid' },
    },
    path: '/api/paas/v4/images/generations',
    headers: bearer(ZHIPU_KEY),
    shape: z.strictObject({
      model: z.literal('cogview-4'),
      prompt: z.string(),
      quality: z.enum(['hd', 'standard']),
      size: z.string(),
      watermark_enabled: z.boolean(),
    }),
    answer: () => ({ created: 1_700_000_000, data: [{ image_url: ADDRESS }] }),
    hears: { data: [{ url: ADDRESS }] },
    losses: '"style"',
    failure: {
      answer: { error: { code: '1301', message: 'may not be drawn' } },
      status: 500,
      message: 'may not be drawn',
    },
  },
  {
    name: 'Zhipu’s images as data',
    type: 26,
    key: ZHIPU_KEY,
    model: 'cogview-3-flash',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat' } },
    path: '/api/paas/v4/images/generations',
    headers: bearer(ZHIPU_KEY),
    shape: z.strictObject({ model: z.literal('cogview-3-flash'), prompt: z.string() }),
    answer: () => ({ created: 1_700_000_000, data: [{ b64_image: PICTURE_BASE64 }] }),
    hears: { data: [{ b64_json: PICTURE_BASE64 }] },
    failure: null,
  },
]

const jina: readonly SingleCall[] = [
  {
    name: 'Jina’s embeddings, without a member it has another meaning for',
    type: 38,
    key: JINA_KEY,
    model: 'jina-embeddings-v3',
    call: {
      path: '/v1/embeddings',
      body: { input: ['one'], encoding_format: 'float', task: 'text-matching', dimensions: 2, late_chunking: true },
    },
    path: '/v1/embeddings',
    headers: bearer(JINA_KEY),
    shape: z.strictObject({
      model: z.literal('jina-embeddings-v3'),
      input: z.array(z.string()),
      task: z.literal('text-matching'),
      dimensions: z.literal(2),
      late_chunking: z.literal(true),
    }),
    answer: () => ({
      model: 'jina-embeddings-v3',
      object: 'list',
      usage: { total_tokens: 5, prompt_tokens: 5 },
      data: [{ object: 'embedding', index: 0, embedding: [0.5, 1] }],
    }),
    hears: { data: [{ object: 'embedding', index: 0, embedding: [0.5, 1] }] },
    losses: 'encoding_format',
    failure: { answer: { detail: 'insufficient balance' }, status: 500, message: 'insufficient balance' },
    charged: { prompt_tokens: 5 },
  },
]

const hunyuan: readonly SingleCall[] = [
  {
    name: 'Hunyuan’s embeddings, signed',
    type: 23,
    key: hunyuanChat.key,
    model: 'hunyuan-embedding',
    call: { path: '/v1/embeddings', body: { input: ['one', 'two'], dimensions: 2 } },
    path: '/',
    headers: { 'x-tc-action': 'GetEmbedding', 'x-tc-version': '2023-09-01' },
    refuses: received => (received.headers.get('authorization') === signatureOf(received) ? null : 'wrong signature'),
    shape: z.strictObject({ InputList: z.array(z.string().min(1)).min(1).max(200) }),
    answer: () => ({
      Response: {
        RequestId: 'r-1',
        Data: [
          { Embedding: [2, 3], Index: 1, Object: 'embedding' },
          { Embedding: [0.5, 1], Index: 0, Object: 'embedding' },
        ],
        Usage: { PromptTokens: 6, TotalTokens: 6 },
      },
    }),
    hears: {
      data: [
        { object: 'embedding', index: 0, embedding: [0.5, 1] },
        { object: 'embedding', index: 1, embedding: [2, 3] },
      ],
    },
    losses: 'dimensions',
    failure: {
      answer: { Response: { RequestId: 'r-2', Error: { Code: 'LimitExceeded', Message: 'too many calls' } } },
      status: 429,
      message: 'too many calls',
    },
    charged: { prompt_tokens: 6 },
  },
]

export const others: readonly SingleCall[] = [...volcengine, ...baidu, ...zhipu, ...jina, ...hunyuan]
