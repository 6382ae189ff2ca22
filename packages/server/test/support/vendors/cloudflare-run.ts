import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, sse, startHttpVendor, type VendorStandIn } from './vendor.ts'

const KEY = 'cloudflare-token-of-many-letters'
const ACCOUNT = '0123456789abcdef0123456789abcdef'
const MODEL = '@cf/meta/llama-3.1-8b-instruct'
const USAGE = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 }
const FAILED = failing(3036, 'daily allocation is used up')

/**
 * Cloudflare's endpoint for text completions; other calls are refused. `counts`: it reports usage, as most models do.
 */
export const cloudflareRun = {
  type: 39,
  key: KEY,
  other: ACCOUNT,
  model: MODEL,
  usage: { prompt_tokens: 31, completion_tokens: 7 },
  failure: { message: 'daily allocation is used up', status: 429 },
  start: (counts: boolean): VendorStandIn =>
    startHttpVendor({
      refuses,
      wantsStream: ({ body }) => JSON.parse(body).stream === true,
      understands({ body }) {
        const { prompt } = shape.parse(JSON.parse(body))
        return { model: MODEL, system: null, turns: [{ role: 'user', text: prompt }] }
      },
      whole: ({ pieces }) => ({
        result: { response: pieces.join(''), ...(counts && { usage: USAGE }) },
        success: true,
        errors: [],
        messages: [],
      }),
      frames: (script: Script) => [
        ...script.pieces.map(response => sse({ response })),
        ...(counts ? [sse({ response: '', usage: USAGE })] : []),
        sse('[DONE]'),
      ],
      lead: 1,
      failedFrame: sse(FAILED),
      failed: FAILED,
    }),
}

const shape = z.strictObject({
  prompt: z.string().min(1),
  raw: z.boolean().optional(),
  lora: z.string().optional(),
  stream: z.boolean().optional(),
  max_tokens: z.int().optional(),
  temperature: z.number().min(0).max(5).optional(),
  top_p: z.number().min(0).max(2).optional(),
  top_k: z.int().min(1).max(50).optional(),
  seed: z.int().min(1).optional(),
  repetition_penalty: z.number().min(0).max(2).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
})

function refuses({ method, path, headers, body }: Received): Response | null {
  if (method !== 'POST' || path !== `/client/v4/accounts/${ACCOUNT}/ai/run/${MODEL}`)
    return Response.json(failing(7003, `no ${method} ${path}`), { status: 404 })
  if (headers.get('authorization') !== `Bearer ${KEY}`)
    return Response.json(failing(10_000, 'Authentication error'), { status: 401 })
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : Response.json(failing(5006, wrong), { status: 400 })
}

function failing(code: number, message: string) {
  return { result: null, success: false, errors: [{ code, message }], messages: [] }
}
