import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, sse, startHttpVendor, type Vendor, type VendorStandIn } from './vendor.ts'

const [API_KEY, SECRET_KEY] = ['ApiKeyOfErnie24Letters00', 'SecretKeyOfErnie32Letters0000000']
const USAGE = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 }
const FAILED = { error_code: 18, error_msg: 'Open api qps request limit reached' }

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
export const ernie: Vendor = {
  name: 'ERNIE',
  type: 15,
  key: `${API_KEY}|${SECRET_KEY}`,
  model: 'ERNIE-Speed-8K',
  usage: { input: 31, output: 7 },
  ends: ['stop', 'length'],
  failure: { message: FAILED.error_msg, status: 429 },
  failsHalfWay: true,
  thinks: false,
  sees: false,
  start() {
    /** The number of tokens issued so far; only the last is valid. */
    let issued = 0
    const tokenOf = (path: string) => new URL(path, 'http://host').searchParams.get('access_token')
    return startHttpVendor({
      besides({ path, method }) {
        if (!path.startsWith('/oauth/2.0/token')) return null
        const query = Object.fromEntries(new URL(path, 'http://host').searchParams)
        const isRight =
          method === 'POST' &&
          query.grant_type === 'client_credentials' &&
          query.client_id === API_KEY &&
          query.client_secret === SECRET_KEY
        if (!isRight)
          return Response.json({ error: 'invalid_client', error_description: 'unknown client id' }, { status: 401 })
        return Response.json({ access_token: `24.token-${++issued}`, expires_in: 2_592_000 })
      },
      refuses(received: Received) {
        const { path, body, headers } = received
        if (!path.startsWith('/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/ernie_speed?'))
          return says(3, `Unsupported openapi method: ${path}`)
        if (headers.has('authorization')) return says(1, 'the pair of keys belongs in no header')
        if (tokenOf(path) !== `24.token-${issued}`) return says(110, 'Access token invalid or no longer valid')
        const wrong = misshapen(shape, JSON.parse(body))
        return wrong === null ? null : says(336_001, wrong)
      },
      wantsStream: ({ body }) => JSON.parse(body).stream === true,
      understands({ body }) {
        const { system = null, messages } = shape.parse(JSON.parse(body))
        return { model: null, system, turns: messages.map(({ role, content }) => ({ role, text: content })) }
      },
      whole: script => ({ ...COMMON, result: script.pieces.join(''), ...endOf(script), usage: USAGE }),
      frames,
      lead: 1,
      failedFrame: sse(FAILED),
      failed: FAILED,
    })
  },
}

/** Invalidates its token, as the host occasionally does. */
export async function withdrawToken(standIn: VendorStandIn): Promise<void> {
  const query = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: API_KEY,
    client_secret: SECRET_KEY,
  })
  await fetch(`${standIn.url}/oauth/2.0/token?${query}`, { method: 'POST' })
}

const COMMON = { id: 'as-1', object: 'chat.completion', created: 1_700_000_000, need_clear_history: false }
const endOf = ({ ends }: Script) => ({ is_truncated: ends === 'length' })

const frames = (script: Script): string[] =>
  script.pieces.map((result, sentence_id) => {
    const is_end = sentence_id === script.pieces.length - 1
    const usage = is_end ? USAGE : { prompt_tokens: 31, total_tokens: 31 + sentence_id }
    return sse({
      ...COMMON,
      sentence_id,
      is_end,
      result,
      ...endOf({ ...script, ends: is_end ? script.ends : 'stop' }),
      usage,
    })
  })

const says = (error_code: number, error_msg: string) => Response.json({ error_code, error_msg })
const text = z.string().min(1)
const shape = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: text }))
    .refine(({ length }) => length % 2 === 1, 'the number of messages must be odd')
    .refine(
      messages => messages.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant')),
      'roles must alternate',
    ),
  system: text.optional(),
  stream: z.boolean().optional(),
  temperature: z.number().gt(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  penalty_score: z.number().min(1).max(2).optional(),
  max_output_tokens: z.int().min(2).optional(),
  stop: z.array(text).max(4).optional(),
  user_id: text.optional(),
})
