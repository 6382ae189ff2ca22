import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, lastOf, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const KEY = 'minimax-0123456789abcdef'
const REASON = 'new_sensitive'
const FILE = '205258526306433'

/** https://platform.minimax.io/docs/api-reference/video-generation-t2v */
export const hailuo: VideoVendor = {
  name: 'Hailuo',
  type: 35,
  key: KEY,
  model: 'MiniMax-Hailuo-02',
  lengths: { usual: 6, tooLong: 60, other: 10, factors: { duration: 2 } },
  words: [
    ['Preparing', 'queued'],
    ['Queueing', 'queued'],
    ['Processing', 'in_progress'],
    ['Success', 'completed'],
    ['Fail', 'failed'],
  ],
  succeeded: 'Success',
  failed: 'Fail',
  reason: REASON,
  pictures: 2,
  refusals: [
    refusal('too many', 1002, 'rate limit exceeded', 429),
    refusal('a wrong key', 1004, 'not authorized', 401),
    refusal('no balance', 1008, 'insufficient balance', 402),
    refusal('content', 1026, 'input new_sensitive', 400),
    refusal('parameters', 2013, 'invalid params', 400),
    refusal('an invalid key', 2049, 'invalid api key', 401),
    refusal('a code nobody knows', 1000, 'unknown error', 502),
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ method, path, body }) =>
          method === 'POST' && path === '/v1/video_generation' ? JSON.parse(body) : null,
        taken: ({ id }) => ({ task_id: id, base_resp: OK }),
        readsAsked: received => lastOf(received, '/v1/query/video_generation?task_id='),
        told: ({ id }, status) => ({
          task_id: id,
          status,
          file_id: status === 'Success' ? FILE : '',
          ...(status === 'Success' && { video_width: 1280, video_height: 720 }),
          base_resp: status === 'Fail' ? { status_code: 1027, status_msg: REASON } : OK,
        }),
        unknown: () => Response.json({ base_resp: { status_code: 2013, status_msg: 'no such task' } }),
        busy: () => Response.json({ base_resp: { status_code: 1002, status_msg: 'rate limit exceeded' } }),
        besides: (received, { url }) =>
          lastOf(received, '/v1/files/retrieve?file_id=') === FILE
            ? Response.json({
                file: {
                  file_id: Number(FILE),
                  bytes: 5_896_337,
                  created_at: 1_700_000_000,
                  filename: 'output_aigc.mp4',
                  purpose: 'video_generation',
                  download_url: url + FILE_PATH,
                },
                base_resp: OK,
              })
            : null,
      },
      'Preparing',
    ),
  saysBusyAt200: true,
}

const OK = { status_code: 0, status_msg: 'success' }

function refusal(name: string, status_code: number, status_msg: string, means: number) {
  const body = { task_id: '', base_resp: { status_code, status_msg } }
  return { name: `${name}, at HTTP 200`, status: 200, body, means: { status: means, message: status_msg } }
}

const text = z.string().min(1)
const picture = text.regex(/^(https?:\/\/|data:image\/)/)
const shape = z
  .strictObject({
    model: z.enum(['MiniMax-Hailuo-02', 'MiniMax-Hailuo-2.3', 'T2V-01']),
    prompt: text.max(2000),
    prompt_optimizer: z.boolean().optional(),
    fast_pretreatment: z.boolean().optional(),
    first_frame_image: picture.optional(),
    last_frame_image: picture.optional(),
    subject_reference: z.array(z.unknown()).optional(),
    duration: z.union([z.literal(6), z.literal(10)]),
    resolution: z.enum(['512P', '720P', '768P', '1080P']),
  })
  .refine(({ duration, resolution }) => duration === 6 || resolution !== '1080P', '1080P is made for 6 seconds')

function refuses({ method, headers, body }: Received): Response | null {
  const says = (status_code: number, status_msg: string) => Response.json({ base_resp: { status_code, status_msg } })
  if (headers.get('authorization') !== `Bearer ${KEY}`) return says(1004, 'login fail')
  const wrong = method === 'POST' ? misshapen(shape, JSON.parse(body)) : null
  return wrong === null ? null : says(2013, wrong)
}
