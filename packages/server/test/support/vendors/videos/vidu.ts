import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, lastOf, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const KEY = 'vda_0123456789abcdef'
const REASON = 'AuditSubmitIllegal'

/** https://docs.platform.vidu.com */
export const vidu: VideoVendor = {
  name: 'Vidu',
  type: 52,
  key: KEY,
  model: 'vidu2.0',
  lengths: { usual: 4, tooLong: 60, other: 8, factors: { duration: 2.5 } },
  words: [
    ['created', 'queued'],
    ['queueing', 'queued'],
    ['processing', 'in_progress'],
    ['success', 'completed'],
    ['failed', 'failed'],
  ],
  succeeded: 'success',
  failed: 'failed',
  reason: REASON,
  pictures: 2,
  refusals: [
    refusal('too many at once', 429, 'QuotaExceeded', 'Too many tasks at once', 429),
    refusal('no credits', 403, 'CreditInsufficient', 'Credits are not enough', 403),
    refusal('content', 400, 'AuditSubmitIllegal', 'Text or picture is not allowed', 400),
    {
      name: 'a task that failed as it was made, at HTTP 200',
      status: 200,
      body: { task_id: '7', state: 'failed', err_code: REASON },
      means: { status: 400, message: REASON },
    },
    refusal('its own fault', 500, 'SystemThrottling', 'Internal error', 500),
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ method, path, body }) => (method === 'POST' && path in shapes ? JSON.parse(body) : null),
        taken: ({ id, asked }) => ({ task_id: id, state: 'created', ...asked, created_at: '2026-01-01T00:00:00Z' }),
        readsAsked: received => lastOf(received, '/ent/v2/tasks/', '/creations'),
        told: ({ id }, state, url) => ({
          id,
          state,
          err_code: state === 'failed' ? REASON : '',
          credits: 8,
          payload: '',
          creations: state === 'success' ? [{ id: 'c-1', url: url + FILE_PATH, cover_url: `${url}/cover.png` }] : [],
        }),
        unknown: () => Response.json(error('NotFound', 'The task does not exist'), { status: 404 }),
      },
      'created',
    ),
}

function error(reason: string, message: string) {
  return { code: 400, reason, message, metadata: { trace_id: 't' } }
}

function refusal(name: string, status: number, reason: string, message: string, means: number) {
  return { name, status, body: error(reason, message), means: { status: means, message } }
}

const text = z.string().min(1)
const common = {
  model: z.enum(['viduq1', 'viduq2', 'vidu2.0', 'vidu1.5']),
  prompt: text.max(1500),
  duration: z.union([z.literal(4), z.literal(8)]),
  seed: z.number().int().optional(),
  resolution: z.enum(['360p', '720p', '1080p']).optional(),
  movement_amplitude: z.enum(['auto', 'small', 'medium', 'large']).optional(),
  bgm: z.boolean().optional(),
}
const pictures = (many: number) => z.array(text.regex(/^(https?:\/\/|data:image\/)/)).length(many)
const shapes: Record<string, z.ZodType> = {
  '/ent/v2/text2video': z.strictObject({
    ...common,
    style: text.optional(),
    aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
  }),
  '/ent/v2/img2video': z.strictObject({ ...common, images: pictures(1) }),
  '/ent/v2/start-end2video': z.strictObject({ ...common, images: pictures(2) }),
  '/ent/v2/reference2video': z.strictObject({
    ...common,
    images: z.array(text).min(1).max(7),
    aspect_ratio: text.optional(),
  }),
}

function refuses({ method, path, headers, body }: Received): Response | null {
  if (headers.get('authorization') !== `Token ${KEY}`)
    return Response.json(error('Unauthorized', 'wrong key'), { status: 401 })
  const shape = method === 'POST' ? shapes[path] : undefined
  const wrong = shape ? misshapen(shape, JSON.parse(body)) : null
  return wrong === null ? null : Response.json(error('FieldInvalid', wrong), { status: 400 })
}
