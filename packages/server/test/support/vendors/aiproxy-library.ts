import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { sse, startHttpVendor, type Vendor } from './vendor.ts'

const KEY = 'ap-0123456789abcdef'
const LIBRARY = '4711'
const FAILED = { success: false, answer: '', documents: [], errCode: 429, message: 'Too many calls at once' }

/** It reports no usage. */
export const aiProxyLibrary: Vendor = {
  name: 'AI Proxy’s library',
  type: 21,
  key: KEY,
  other: LIBRARY,
  model: 'gpt-4o-library',
  usage: null,
  ends: ['stop'],
  failure: { message: FAILED.message, status: 429 },
  failsHalfWay: true,
  thinks: false,
  takesLastQuestion: true,
  sees: false,
  start: () =>
    startHttpVendor({
      refuses,
      wantsStream: ({ body }) => JSON.parse(body).stream === true,
      understands({ body }) {
        const { model, query } = shape.parse(JSON.parse(body))
        return { model, system: null, turns: [{ role: 'user', text: query }] }
      },
      whole: ({ pieces }) => ({ success: true, answer: pieces.join(''), documents: [], errCode: 0, message: '' }),
      frames: ({ pieces }) => [
        ...pieces.map(content => sse({ content, finish: false, model: 'gpt-4o', documents: [] })),
        sse({ content: '', finish: true, model: 'gpt-4o', documents: [] }),
      ],
      lead: 1,
      failedFrame: sse(FAILED),
      failed: FAILED,
    }),
}

const says = (errCode: number, message: string) => Response.json({ ...FAILED, errCode, message })
const shape = z.strictObject({
  model: z.string().min(1),
  query: z.string().min(1),
  libraryId: z.literal(LIBRARY),
  stream: z.boolean(),
})

function refuses({ method, path, headers, body }: Received): Response | null {
  if (method !== 'POST' || path !== '/api/library/ask') return says(404, `no ${method} ${path}`)
  if (headers.get('authorization') !== `Bearer ${KEY}`) return says(401, 'wrong key')
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : says(400, wrong)
}
