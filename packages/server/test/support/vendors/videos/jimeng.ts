import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import { FILE_PATH, startVideoVendor, type VideoVendor } from './video-vendor.ts'

const [ACCESS_KEY, SECRET_KEY] = ['AKLTtesttesttesttest', 'SKsecretsecretsecret==']
const SUBMIT = '/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'
const RESULT = '/?Action=CVSync2AsyncGetResult&Version=2022-08-31'
const REASON = 'Post Img Risk Not Pass'

/** https://www.volcengine.com/docs/85621/1792702 */
export const jimeng: VideoVendor = {
  name: 'Jimeng',
  type: 51,
  key: `${ACCESS_KEY}|${SECRET_KEY}`,
  model: 'jimeng_v30',
  lengths: { usual: 5, tooLong: 60, other: 10, factors: { duration: 2 } },
  words: [
    ['in_queue', 'queued'],
    ['generating', 'in_progress'],
    ['done', 'completed'],
    ['not_found', 'failed'],
    ['expired', 'failed'],
  ],
  succeeded: 'done',
  failed: 'refused',
  reason: REASON,
  pictures: 2,
  refusals: [
    refusal('too many at once', 429, 50430, 'Request Has Reached API Concurrent Limit', 429),
    refusal('too many at once, at HTTP 200', 200, 50430, 'Request Has Reached API Concurrent Limit', 429),
    refusal('too many, at HTTP 200', 200, 50429, 'Request Has Reached API Limit', 429),
    refusal('content', 400, 50412, 'Text Risk Not Pass', 400),
    refusal('content, at HTTP 200', 200, 50411, 'Pre Img Risk Not Pass', 400),
    refusal('its own fault', 500, 50500, 'Internal Error', 500),
  ],
  start: () =>
    startVideoVendor(
      {
        refuses,
        readsNew: ({ path, body }) => (path === SUBMIT ? JSON.parse(body) : null),
        taken: ({ id }) => says({ task_id: id }),
        readsAsked: ({ path, body }) => (path === RESULT ? JSON.parse(body).task_id : null),
        told: (_job, word, url) =>
          word === 'refused'
            ? { code: 50511, data: null, message: REASON, request_id: 'r-1', status: 50511 }
            : says({
                binary_data_base64: [],
                image_urls: null,
                resp_data: '',
                status: word,
                video_url: word === 'done' ? url + FILE_PATH : '',
              }),
        unknown: () => Response.json(says({ status: 'not_found', video_url: '' })),
        busy: () => Response.json({ code: 50429, data: null, message: 'Request Has Reached API Limit' }),
      },
      'in_queue',
    ),
  saysBusyAt200: true,
}

const says = (data: object) => ({ code: 10000, data, message: 'Success', request_id: 'r-1', status: 10000 })

function refusal(name: string, status: number, code: number, message: string, means: number) {
  return { name, status, body: { code, data: null, message, request_id: 'r-1' }, means: { status: means, message } }
}

const REQ_KEYS = ['jimeng_t2v_v30', 'jimeng_t2v_v30_1080p', 'jimeng_i2v_first_v30', 'jimeng_i2v_first_tail_v30']
const text = z.string().min(1)
const shapes: Record<string, z.ZodType> = {
  [SUBMIT]: z.strictObject({
    req_key: z.enum(REQ_KEYS),
    prompt: text.max(800),
    image_urls: z.array(z.url()).optional(),
    binary_data_base64: z.array(z.base64().min(1)).optional(),
    seed: z.number().int().min(-1).optional(),
    aspect_ratio: z.enum(['21:9', '16:9', '4:3', '1:1', '3:4', '9:16']).optional(),
    frames: z.union([z.literal(121), z.literal(241)]),
  }),
  [RESULT]: z.strictObject({ req_key: z.enum(REQ_KEYS), task_id: text }),
}

function refuses(received: Received): Response | null {
  const { method, path, headers, body } = received
  const shape = shapes[path]
  if (method !== 'POST' || !shape) return null
  if (headers.get('authorization') !== signatureOf(received)) {
    const wrong = { CodeN: 100010, Code: 'SignatureDoesNotMatch', Message: 'The request signature is wrong' }
    return Response.json({ ResponseMetadata: { RequestId: 'r', Action: '', Error: wrong } }, { status: 401 })
  }
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : Response.json({ code: 50200, message: wrong, data: null }, { status: 400 })
}

/** Recomputes Volcengine's HMAC-SHA256 signature. https://www.volcengine.com/docs/6369/67269 */
function signatureOf({ method, path, bytes, headers }: Received): string {
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const date = headers.get('x-date') ?? ''
  const bodyHash = sha256(bytes)
  if (headers.get('x-content-sha256') !== bodyHash) return 'the body is another'
  const [pathname = '', query = ''] = path.split('?')
  const names = ['content-type', 'host', 'x-content-sha256', 'x-date']
  const canonical = `${method}\n${pathname}\n${query.split('&').sort().join('&')}\n${names
    .map(name => `${name}:${headers.get(name)}\n`)
    .join('')}\n${names.join(';')}\n${bodyHash}`
  const day = date.slice(0, 8)
  const scope = `${day}/cn-north-1/cv/request`
  const key = hmac(hmac(hmac(hmac(SECRET_KEY, day), 'cn-north-1'), 'cv'), 'request')
  const signature = hmac(key, `HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return `HMAC-SHA256 Credential=${ACCESS_KEY}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
}
