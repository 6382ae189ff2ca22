import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, lastOf, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const [ACCESS_KEY, SECRET_KEY] = ['AKtesttesttesttest', 'SKsecretsecretsecret']
const REASON = 'The content is not allowed'

/** https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo */
export const kling: VideoVendor = {
  name: 'Kling',
  type: 50,
  key: `${ACCESS_KEY}|${SECRET_KEY}`,
  model: 'kling-v1-6',
  lengths: { usual: 5, tooLong: 60, other: 10, factors: { duration: 2 } },
  words: [
    ['submitted', 'queued'],
    ['processing', 'in_progress'],
    ['succeed', 'completed'],
    ['failed', 'failed'],
  ],
  succeeded: 'succeed',
  failed: 'failed',
  reason: REASON,
  pictures: 2,
  refusals: [
    refusal('too many at once', 429, 1303, 'parallel task over resource pack limit', 429),
    refusal('no balance', 429, 1102, 'Account balance not enough', 429),
    refusal('content', 400, 1301, 'Failure to pass the risk control system', 400),
    refusal('an error at HTTP 200', 200, 1201, 'model is not supported', 400),
    refusal('its own fault', 500, 5000, 'Internal server error', 500),
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ method, path, body }) => (method === 'POST' && path in shapes ? JSON.parse(body) : null),
        taken: ({ id }) => says({ task_id: id, task_status: 'submitted', created_at: 1, updated_at: 1 }),
        readsAsked: received =>
          lastOf(received, '/v1/videos/text2video/') ?? lastOf(received, '/v1/videos/image2video/'),
        told: ({ id }, word, url) =>
          says({
            task_id: id,
            task_status: word,
            task_status_msg: word === 'failed' ? REASON : '',
            created_at: 1,
            updated_at: 2,
            ...(word === 'succeed' && {
              task_result: { videos: [{ id: 'v-1', url: url + FILE_PATH, duration: '5.1' }] },
              final_unit_deduction: '2',
            }),
          }),
        unknown: () =>
          Response.json({ code: 1203, message: 'The task does not exist', request_id: 'r' }, { status: 404 }),
        busy: () => Response.json({ code: 1302, message: 'Too many requests', request_id: 'r' }),
      },
      'submitted',
    ),
  saysBusyAt200: true,
}

const says = (data: object) => ({ code: 0, message: 'SUCCEED', request_id: 'r-1', data })

function refusal(name: string, status: number, code: number, message: string, means: number) {
  return { name, status, body: { code, message, request_id: 'r-1' }, means: { status: means, message } }
}

const text = z.string().min(1)
const common = {
  model_name: z.enum(['kling-v1', 'kling-v1-6', 'kling-v2-1', 'kling-v3']),
  prompt: text.max(2500),
  negative_prompt: text.optional(),
  cfg_scale: z.number().min(0).max(1).optional(),
  mode: z.enum(['std', 'pro']).optional(),
  duration: z.enum(['5', '10']),
  camera_control: z.unknown().optional(),
}
const shapes: Record<string, z.ZodType> = {
  '/v1/videos/text2video': z.strictObject({ ...common, aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional() }),
  '/v1/videos/image2video': z.strictObject({
    ...common,
    // an address, or base64 data without its usual prefix
    image: text.regex(/^(https?:\/\/|[\w+/]+=*$)/),
    image_tail: text.regex(/^(https?:\/\/|[\w+/]+=*$)/).optional(),
  }),
}

function refuses(received: Received): Response | null {
  const wrong = whatIsWrongWith(received.headers.get('authorization') ?? '')
  if (wrong !== null) return Response.json({ code: 1000, message: wrong, request_id: 'r' }, { status: 401 })
  const shape = received.method === 'POST' ? shapes[received.path] : undefined
  const misshaped = shape ? misshapen(shape, JSON.parse(received.body)) : null
  return misshaped === null ? null : Response.json({ code: 1201, message: misshaped, request_id: 'r' }, { status: 400 })
}

/** Recomputes the token; null: it is right. https://app.klingai.com/global/dev/document-api/apiReference/commonInfo */
function whatIsWrongWith(authorization: string): string | null {
  const [, head = '', claims = '', signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization) ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
  if (!Bun.deepEquals(read(head), { alg: 'HS256', typ: 'JWT' })) return 'head'
  const { iss, exp, nbf, ...more } = read(claims)
  if (iss !== ACCESS_KEY || exp - nbf !== 1805 || Object.keys(more).length > 0) return 'claims'
  const expected = createHmac('sha256', SECRET_KEY).update(`${head}.${claims}`).digest('base64url')
  return signature === expected ? null : 'signature'
}
