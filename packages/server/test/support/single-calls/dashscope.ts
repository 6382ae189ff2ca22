import { z } from 'zod'
import type { SingleCall } from './host.ts'
import { PICTURE, PNG } from './picture.ts'

const KEY = 'sk-dashscope-key-of-many-letters'
const headers = { authorization: `Bearer ${KEY}` }
const later = { ...headers, 'x-dashscope-async': 'enable' }
const SERVICES = '/api/v1/services'
const ADDRESS = 'https://dashscope-result.oss.example/1.png'
const vendor = { type: 17, key: KEY }
const refused = {
  answer: { code: 'InvalidParameter', message: 'prompt is too long', request_id: 'r-1' },
  status: 400,
  message: 'prompt is too long',
}
const hears = { data: [{ url: ADDRESS }] }

const parameters = z.strictObject({
  n: z.number().int().min(1).max(6),
  size: z
    .string()
    .regex(/^\d+\*\d+$/)
    .optional(),
  seed: z.number().optional(),
  prompt_extend: z.boolean().optional(),
  negative_prompt: z.string().optional(),
})
const text = z.strictObject({ text: z.string().min(1) })
const image = z.strictObject({ image: z.string().regex(/^(https:|data:image\/)/) })
const inMessages = (model: string, content: z.ZodType) =>
  z.strictObject({
    model: z.literal(model),
    input: z.strictObject({ messages: z.tuple([z.strictObject({ role: z.literal('user'), content })]) }),
    parameters,
  })

const begun = { output: { task_id: 't-1', task_status: 'PENDING' }, request_id: 'r-1' }
const task = (last: object) => ({
  path: '/api/v1/tasks/t-1',
  answers: [{ output: { task_id: 't-1', task_status: 'RUNNING' } }, last],
})
const succeeded = {
  request_id: 'r-2',
  output: { task_id: 't-1', task_status: 'SUCCEEDED', results: [{ url: ADDRESS }] },
  usage: { image_count: 1 },
}
const shown = {
  output: {
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: ADDRESS }] } }],
  },
  usage: { width: 1024, height: 1024, image_count: 1 },
  request_id: 'r-1',
}

const edit = (model: string): FormData => {
  const form = new FormData()
  form.set('model', model)
  form.set('prompt', 'make it night')
  form.set('image', new Blob([PNG], { type: 'image/png' }), 'a.png')
  return form
}

export const dashScope: readonly SingleCall[] = [
  {
    ...vendor,
    name: 'DashScope’s reranking',
    model: 'gte-rerank-v2',
    call: { path: '/v1/rerank', body: { query: 'q', documents: ['one', 'two'], top_n: 1, return_documents: true } },
    path: `${SERVICES}/rerank/text-rerank/text-rerank`,
    headers,
    shape: z.strictObject({
      model: z.literal('gte-rerank-v2'),
      input: z.strictObject({ query: z.string(), documents: z.array(z.string()).min(1) }),
      parameters: z.strictObject({ top_n: z.number().optional(), return_documents: z.boolean() }),
    }),
    answer: () => ({
      output: { results: [{ index: 1, relevance_score: 0.9 }] },
      usage: { total_tokens: 17 },
      request_id: 'r-1',
    }),
    hears: { results: [{ index: 1, relevance_score: 0.9, document: { text: 'two' } }] },
    failure: refused,
    charged: { prompt_tokens: 17 },
  },
  {
    ...vendor,
    name: 'an image of DashScope’s, made at once',
    model: 'qwen-image',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', size: '1024x768', quality: 'hd', seed: 7 } },
    path: `${SERVICES}/aigc/multimodal-generation/generation`,
    headers,
    shape: inMessages('qwen-image', z.tuple([text])),
    answer: () => shown,
    hears,
    losses: 'quality',
    failure: refused,
  },
  {
    ...vendor,
    name: 'an image whose prompt the model writes anew',
    model: 'z-image-turbo',
    call: { path: '/v1/images/generations', body: { prompt: 'a cat', prompt_extend: true } },
    path: `${SERVICES}/aigc/multimodal-generation/generation`,
    headers,
    shape: inMessages('z-image-turbo', z.tuple([text])),
    answer: () => shown,
    hears,
    failure: refused,
    units: 2,
  },
  {
    ...vendor,
    name: 'an image of DashScope’s, made by a task',
    model: 'wanx2.1-t2i-turbo',
    call: {
      path: '/v1/images/generations',
      body: { prompt: 'a cat', negative_prompt: 'dogs', parameters: { n: 6, seed: 1 } },
    },
    path: `${SERVICES}/aigc/text2image/image-synthesis`,
    headers: later,
    shape: z.strictObject({
      model: z.literal('wanx2.1-t2i-turbo'),
      input: z.strictObject({ prompt: z.literal('a cat'), negative_prompt: z.literal('dogs') }),
      // a request with two image counts is charged by the first
      parameters: parameters.extend({ n: z.literal(1) }),
    }),
    answer: () => begun,
    task: task(succeeded),
    hears,
    failure: refused,
  },
  {
    ...vendor,
    name: 'a picture edited by DashScope at once',
    model: 'qwen-image-edit',
    call: { path: '/v1/images/edits', body: edit('qwen-image-edit') },
    path: `${SERVICES}/aigc/multimodal-generation/generation`,
    headers,
    shape: inMessages('qwen-image-edit', z.tuple([z.strictObject({ image: z.literal(PICTURE) }), text])),
    answer: () => shown,
    hears,
    failure: refused,
  },
  {
    ...vendor,
    name: 'a picture edited by DashScope’s task',
    model: 'wan2.5-i2i-preview',
    call: { path: '/v1/images/edits', body: edit('wan2.5-i2i-preview') },
    path: `${SERVICES}/aigc/image2image/image-synthesis`,
    headers: later,
    shape: z.strictObject({
      model: z.literal('wan2.5-i2i-preview'),
      input: z.strictObject({ prompt: z.string(), images: z.tuple([z.literal(PICTURE)]) }),
      parameters,
    }),
    answer: () => begun,
    task: task(succeeded),
    hears,
    failure: refused,
  },
  {
    ...vendor,
    name: 'a picture by address, edited by DashScope’s newer task',
    model: 'wan2.6-image',
    call: {
      path: '/v1/images/edits',
      body: { prompt: 'make it night', image: 'https://pictures.example/a.png' },
    },
    path: `${SERVICES}/aigc/image-generation/generation`,
    headers: later,
    shape: inMessages('wan2.6-image', z.tuple([image, text])),
    answer: () => begun,
    task: task({ ...shown, output: { ...shown.output, task_id: 't-1', task_status: 'SUCCEEDED' } }),
    hears,
    failure: {
      answer: { output: { task_status: 'FAILED', code: 'DataInspectionFailed', message: 'may not be drawn' } },
      status: 400,
      message: 'may not be drawn',
    },
  },
]
