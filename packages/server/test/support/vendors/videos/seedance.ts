import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, lastOf, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const KEY = 'ark-0123456789abcdef'
const PATH = '/api/v3/contents/generations/tasks'
const REASON = 'The output video may contain sensitive information'

/** https://www.volcengine.com/docs/82379/1520757 */
export const seedance: VideoVendor = {
  name: 'Seedance',
  type: 54,
  key: KEY,
  model: 'doubao-seedance-1-0-pro-250528',
  lengths: { usual: 5, tooLong: 60, other: 10, factors: { duration: 2 } },
  words: [
    ['queued', 'queued'],
    ['running', 'in_progress'],
    ['succeeded', 'completed'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['expired', 'failed'],
  ],
  succeeded: 'succeeded',
  failed: 'failed',
  reason: REASON,
  pictures: 2,
  refusals: [
    refusal('too many', 429, 'RateLimitExceeded', 'Requests rate limit exceeded', 429),
    refusal('content', 400, 'InputTextSensitiveContentDetected', 'The input text may contain sensitive', 400),
    refusal('its own fault', 500, 'InternalServiceError', 'An internal error has occurred', 500),
    {
      name: 'an error at HTTP 200',
      status: 200,
      body: error('InvalidParameter', 'A parameter is not valid'),
      means: { status: 400, message: 'A parameter is not valid' },
    },
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ method, path, body }) => (method === 'POST' && path === PATH ? JSON.parse(body) : null),
        taken: ({ id }) => ({ id }),
        readsAsked: received => lastOf(received, `${PATH}/`),
        told: ({ id, asked }, status, url) => ({
          id,
          model: asked.model,
          status,
          error: status === 'failed' ? { code: 'OutputVideoSensitiveContentDetected', message: REASON } : null,
          created_at: 1,
          updated_at: 2,
          ...(status === 'succeeded' && {
            content: { video_url: url + FILE_PATH },
            seed: 7,
            resolution: '1080p',
            ratio: '16:9',
            duration: 5,
            framespersecond: 24,
            usage: { completion_tokens: 245_388, total_tokens: 245_388 },
          }),
        }),
        unknown: () => Response.json(error('ResourceNotFound', 'The task does not exist'), { status: 404 }),
      },
      'queued',
    ),
}

function error(code: string, message: string) {
  return { error: { code, message, param: '', type: 'BadRequest' } }
}

function refusal(name: string, status: number, code: string, message: string, means: number) {
  return { name, status, body: error(code, message), means: { status: means, message } }
}

const text = z.string().min(1)
const url = z.strictObject({ url: text.regex(/^(https?:\/\/|data:image\/|asset:\/\/)/) })
const shape = z.strictObject({
  model: text.regex(/^(doubao-seedance|ep-)/),
  content: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('text'), text }),
        z.strictObject({
          type: z.literal('image_url'),
          image_url: url,
          role: z.enum(['first_frame', 'last_frame', 'reference_image']).optional(),
        }),
        z.strictObject({ type: z.literal('video_url'), video_url: url, role: z.literal('reference_video').optional() }),
      ]),
    )
    .min(1),
  resolution: z.enum(['480p', '720p', '1080p']).optional(),
  ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive']).optional(),
  duration: z.number().int().min(2).max(15),
  seed: z.number().int().optional(),
  camera_fixed: z.boolean().optional(),
  watermark: z.boolean().optional(),
  generate_audio: z.boolean().optional(),
})

function refuses({ method, headers, body }: Received): Response | null {
  if (headers.get('authorization') !== `Bearer ${KEY}`)
    return Response.json(error('AuthenticationError', 'the key is wrong'), { status: 401 })
  const wrong = method === 'POST' ? misshapen(shape, JSON.parse(body)) : null
  return wrong === null ? null : Response.json(error('InvalidParameter', wrong), { status: 400 })
}
