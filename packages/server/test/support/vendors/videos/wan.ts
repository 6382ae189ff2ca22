import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, lastOf, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const KEY = 'sk-0123456789abcdef0123456789abcdef'
const REASON = 'The output contains inappropriate content'

/** https://help.aliyun.com/zh/model-studio/text-to-video-api-reference */
export const wan: VideoVendor = {
  name: 'Wan',
  type: 17,
  key: KEY,
  model: 'wan2.5-t2v-preview',
  lengths: { usual: 5, tooLong: 60, other: 10, factors: { seconds: 10, resolution: 3.333333 } },
  words: [
    ['PENDING', 'queued'],
    ['RUNNING', 'in_progress'],
    ['SUCCEEDED', 'completed'],
    ['FAILED', 'failed'],
    ['CANCELED', 'failed'],
    ['UNKNOWN', 'failed'],
  ],
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  reason: REASON,
  pictures: 0,
  refusals: [
    refusal('too many', 429, 'Throttling.RateQuota', 'Requests rate limit exceeded', 429),
    refusal('in arrears', 400, 'Arrearage', 'Access denied, the account is in arrears', 400),
    refusal('content', 400, 'DataInspectionFailed', 'Input data may contain inappropriate content', 400),
    refusal('an error at HTTP 200', 200, 'InvalidParameter', 'size must be in a list', 400),
    refusal('its own fault', 500, 'InternalError', 'An internal error has occurred', 500),
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ method, path, body }) => (method === 'POST' && path in shapes ? JSON.parse(body) : null),
        taken: ({ id }) => ({ output: { task_status: 'PENDING', task_id: id }, request_id: 'r-1' }),
        readsAsked: received => lastOf(received, '/api/v1/tasks/'),
        told: ({ id }, task_status, url) => ({
          request_id: 'r-2',
          output: {
            task_id: id,
            task_status,
            submit_time: '2026-01-01 00:00:00.000',
            ...(task_status === 'SUCCEEDED' && { video_url: url + FILE_PATH, orig_prompt: 'A harbour' }),
            ...(task_status === 'FAILED' && { code: 'DataInspectionFailed', message: REASON }),
          },
          ...(task_status === 'SUCCEEDED' && { usage: { duration: 5, video_count: 1, SR: 1080 } }),
        }),
        // it knows every id, for a day
        unknown: () =>
          Response.json({ request_id: 'r-3', output: { task_id: 'x', task_status: 'UNKNOWN' } }, { status: 200 }),
      },
      'PENDING',
    ),
}

function refusal(name: string, status: number, code: string, message: string, means: number) {
  return { name, status, body: { code, message, request_id: 'r-1' }, means: { status: means, message } }
}

const text = z.string().min(1)
const picture = text.regex(/^(https?:\/\/|data:image\/)/)
const parameters = {
  duration: z.union([z.literal(5), z.literal(10)]).optional(),
  prompt_extend: z.boolean().optional(),
  watermark: z.boolean().optional(),
  audio: z.boolean().optional(),
  seed: z.number().int().optional(),
}
const SIZES = ['832*480', '480*832', '624*624', '1280*720', '720*1280', '1920*1080', '1080*1920', '1440*1440'] as const
const shapes: Record<string, z.ZodType> = {
  '/api/v1/services/aigc/video-generation/video-synthesis': z.union([
    z.strictObject({
      model: text.regex(/t2v/),
      input: z.strictObject({ prompt: text, negative_prompt: text.optional(), audio_url: text.optional() }),
      parameters: z.strictObject({ ...parameters, size: z.enum(SIZES) }),
    }),
    z.strictObject({
      model: text.regex(/i2v/),
      input: z.strictObject({ prompt: text, negative_prompt: text.optional(), img_url: picture }),
      parameters: z.strictObject({ ...parameters, resolution: z.enum(['480P', '720P', '1080P']) }),
    }),
  ]),
  '/api/v1/services/aigc/image2video/video-synthesis': z.strictObject({
    model: text.regex(/kf2v/),
    input: z.strictObject({ prompt: text, first_frame_url: picture, last_frame_url: picture.optional() }),
    parameters: z.strictObject({ ...parameters, resolution: z.enum(['480P', '720P', '1080P']) }),
  }),
}

function refuses({ method, path, headers, body }: Received): Response | null {
  const says = (status: number, code: string, message: string) =>
    Response.json({ code, message, request_id: 'r' }, { status })
  if (headers.get('authorization') !== `Bearer ${KEY}`) return says(401, 'InvalidApiKey', 'Invalid API-key provided')
  const shape = method === 'POST' ? shapes[path] : undefined
  if (!shape) return null
  if (headers.get('x-dashscope-async') !== 'enable') return says(403, 'AccessDenied', 'only asynchronous calls')
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : says(400, 'InvalidParameter', wrong)
}
