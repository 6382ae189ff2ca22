import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, startHttpVendor, type Vendor } from './vendor.ts'

const [ID, SECRET] = ['0123456789abcdef0123456789abcdef', 'SecretOf16Letter']
const USAGE = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 }
const FAILED = { code: 1302, msg: 'Too many calls at once', success: false }
const PATH = '/api/paas/v3/model-api/chatglm_turbo'

/** The third version, which names answers differently when streamed. */
export const zhipuV3: Vendor = {
  name: 'ChatGLM',
  type: 16,
  key: `${ID}.${SECRET}`,
  model: 'chatglm_turbo',
  usage: { input: 31, output: 7 },
  ends: ['stop'],
  failure: { message: FAILED.msg, status: 429 },
  failsHalfWay: true,
  thinks: false,
  sees: false,
  start: () =>
    startHttpVendor({
      refuses,
      wantsStream: ({ path }) => path.endsWith('/sse-invoke'),
      understands: ({ body }) => ({
        model: null,
        system: null,
        turns: shape.parse(JSON.parse(body)).prompt.map(({ role, content }) => ({ role, text: content })),
      }),
      whole: ({ pieces }) => ({
        code: 200,
        msg: 'ok',
        success: true,
        data: {
          ...META,
          choices: [{ role: 'assistant', content: JSON.stringify(pieces.join('')) }],
          usage: USAGE,
        },
      }),
      frames,
      lead: 1,
      failedFrame: `event: error\ndata: ${FAILED.msg}\n\n`,
      failed: FAILED,
    }),
}

const META = { request_id: 'r-1', task_id: 't-1', task_status: 'SUCCESS' }

const frames = ({ pieces }: Script): string[] => [
  ...pieces.map(
    text =>
      `id: 1\nevent: add\n${text
        .split('\n')
        .map(line => `data: ${line}\n`)
        .join('')}\n`,
  ),
  `id: 1\nevent: finish\ndata: \nmeta: ${JSON.stringify({ ...META, usage: USAGE })}\n\n`,
]

const says = (code: number, msg: string) => Response.json({ code, msg, success: false })
const text = z.string().min(1)
const shape = z.strictObject({
  prompt: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text })).min(1),
  temperature: z.number().gt(0).max(1).optional(),
  top_p: z.number().gt(0).lt(1).optional(),
  request_id: text.optional(),
  incremental: z.literal(true).optional(),
})

function refuses({ method, path, headers, body }: Received): Response | null {
  if (method !== 'POST' || ![`${PATH}/invoke`, `${PATH}/sse-invoke`].includes(path)) return says(1211, `no ${path}`)
  const wrongToken = whatIsWrongWith(headers.get('authorization') ?? '')
  if (wrongToken !== null) return says(1001, wrongToken)
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : says(1210, wrong)
}

/** Recomputes the bare token; null: it is right. https://docs.bigmodel.cn/cn/guide/develop/http/introduction */
function whatIsWrongWith(token: string): string | null {
  const [head = '', claims = '', signature] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
  if (token.startsWith('Bearer ')) return 'the token stands alone'
  if (!Bun.deepEquals(read(head), { alg: 'HS256', sign_type: 'SIGN' })) return 'head'
  const { api_key, exp, timestamp, ...more } = read(claims)
  const isNow = Math.abs(timestamp - Date.now()) < 60_000 && exp - timestamp === 24 * 3_600_000
  if (api_key !== ID || !isNow || Object.keys(more).length > 0) return 'claims'
  return createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url') === signature ? null : 'signature'
}
