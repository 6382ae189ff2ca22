import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, sse, startHttpVendor, type Vendor, type VendorStandIn } from './vendor.ts'

const KEY = 'pat_0123456789abcdef'
const BOT = '7428930000000000001'
const FAILED = { code: 4013, msg: 'Too many calls at once' }
const [CHAT, CONVERSATION, FILE_ID] = ['7400000000000000002', '7400000000000000003', '7400000000000000004']

/** https://docs.coze.com/developer_guides/chat_v3 */
export const coze: Vendor = {
  name: 'Coze',
  type: 49,
  key: KEY,
  other: BOT,
  model: 'my-bot',
  usage: { input: 31, output: 7 },
  ends: ['stop'],
  failure: { message: FAILED.msg, status: 429 },
  failsHalfWay: true,
  thinks: true,
  isTold: true,
  sees: true,
  start: () =>
    startHttpVendor({
      refuses,
      besides,
      wantsStream: () => true,
      understands({ body }) {
        const { additional_messages } = shape.parse(JSON.parse(body))
        const turns = additional_messages.map(({ role, content, content_type }) => {
          if (content_type === 'text') return { role, text: content }
          const items = shownItems.parse(JSON.parse(content))
          return {
            role,
            text: items.map(item => (item.type === 'text' ? item.text : '')).join(''),
            pictures: items.flatMap(item => (item.type === 'text' ? [] : (item.file_url ?? item.file_id ?? ''))),
          }
        })
        return { model: null, system: null, turns }
      },
      whole: () => ({}),
      frames,
      lead: 3,
      failedFrame: sse({ id: CHAT, status: 'failed', last_error: FAILED }, 'conversation.chat.failed'),
      failed: FAILED,
    }),
}

function frames({ pieces, thought }: Script): string[] {
  const chat = { id: CHAT, conversation_id: CONVERSATION, bot_id: BOT }
  const message = { ...chat, id: 'm-1', role: 'assistant', type: 'answer', content_type: 'text' }
  return [
    sse({ ...chat, status: 'created', created_at: 1_700_000_000 }, 'conversation.chat.created'),
    sse({ ...chat, status: 'in_progress' }, 'conversation.chat.in_progress'),
    ...(thought ? [sse({ ...message, content: '', reasoning_content: thought }, 'conversation.message.delta')] : []),
    ...pieces.map(content => sse({ ...message, content }, 'conversation.message.delta')),
    sse({ ...message, content: pieces.join('') }, 'conversation.message.completed'),
    sse({ ...message, id: 'm-2', type: 'verbose', content: '{}' }, 'conversation.message.completed'),
    sse(
      { ...chat, status: 'completed', usage: { token_count: 38, output_count: 7, input_count: 31 } },
      'conversation.chat.completed',
    ),
    sse('"[DONE]"', 'done'),
  ]
}

const says = (code: number, msg: string) => Response.json({ code, msg })
const text = z.string().min(1)
const shownItems = z.array(
  z.union([
    z.strictObject({ type: z.literal('text'), text }),
    z
      .strictObject({
        type: z.enum(['image', 'file', 'audio']),
        file_url: z.url({ protocol: /^https?$/ }).optional(),
        file_id: z.literal(FILE_ID).optional(),
      })
      .refine(({ file_url, file_id }) => (file_url === undefined) !== (file_id === undefined), 'one of both'),
  ]),
)
const message = z
  .strictObject({
    role: z.enum(['user', 'assistant']),
    type: z.enum(['question', 'answer']),
    content: text,
    content_type: z.enum(['text', 'object_string']),
  })
  .refine(({ role, type }) => (role === 'user') === (type === 'question'), 'users ask, assistants answer')
  .refine(
    ({ content, content_type }) => content_type === 'text' || shownItems.safeParse(JSON.parse(content)).success,
    'content is no list of items',
  )
const shape = z.strictObject({
  bot_id: z.literal(BOT),
  user_id: text,
  additional_messages: z.array(message).min(1),
  stream: z.literal(true),
  auto_save_history: z.boolean(),
})

function refuses({ method, path, headers, body }: Received): Response | null {
  if (method !== 'POST' || path !== '/v3/chat') return says(4200, `no ${method} ${path}`)
  if (headers.get('authorization') !== `Bearer ${KEY}`) return says(4100, 'authentication is invalid')
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : says(4000, wrong)
}

/** Handles files and the request to stop. */
function besides({ path, headers, body }: Received, standIn: VendorStandIn): Response | null {
  if (path === '/v1/files/upload') {
    const isForm = /^multipart\/form-data; ?boundary=/.test(headers.get('content-type') ?? '')
    if (!isForm || !/name="file"; filename="[^"]+\.png"/.test(body)) return says(4000, 'no file')
    return Response.json({ code: 0, msg: '', data: { id: FILE_ID, bytes: 70, file_name: 'file.png' } })
  }
  if (path !== '/v3/chat/cancel') return null
  const { chat_id, conversation_id } = JSON.parse(body)
  if (conversation_id !== CONVERSATION) return says(4000, 'conversation_id')
  standIn.stopped.push(chat_id)
  return Response.json({ code: 0, msg: '', data: { id: chat_id, status: 'canceled' } })
}
