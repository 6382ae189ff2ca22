import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, sse, startHttpVendor, type Vendor } from './vendor.ts'

const SECRET_ID = 'AKIDtesttesttest'
const SECRET_KEY = 'secret of thirty two letters'
const USAGE = { PromptTokens: 31, CompletionTokens: 7, TotalTokens: 38 }
const REASONS = { stop: 'stop', length: 'length', content_filter: 'sensitive' }
const FAILED = { Code: 'LimitExceeded', Message: 'Too many calls at once' }

/** https://cloud.tencent.com/document/api/1729/105701 */
export const hunyuan: Vendor = {
  name: 'Hunyuan',
  type: 23,
  key: `1300000000|${SECRET_ID}|${SECRET_KEY}`,
  model: 'hunyuan-pro',
  usage: { input: 31, output: 7 },
  ends: ['stop', 'length', 'content_filter'],
  failure: { message: FAILED.Message, status: 429 },
  failsHalfWay: true,
  thinks: true,
  calls: true,
  sees: true,
  start: () =>
    startHttpVendor({
      refuses,
      wantsStream: ({ body }) => JSON.parse(body).Stream === true,
      understands({ body }) {
        const { Model, Messages } = shape.parse(JSON.parse(body))
        const system = Messages[0]?.Role === 'system' ? (Messages[0].Content ?? '') : null
        return {
          model: Model,
          system,
          turns: Messages.slice(system === null ? 0 : 1).map(({ Role, Content, Contents = [] }) => ({
            role: Role,
            text: Content ?? Contents.map(({ Text = '' }) => Text).join(''),
            ...(Contents.length > 0 && { pictures: Contents.flatMap(({ ImageUrl }) => ImageUrl?.Url ?? []) }),
          })),
        }
      },
      whole: ({ pieces, thought, ends, calls }) => ({
        Response: {
          RequestId: 'r-1',
          Note: 'by a model',
          Id: 'h-1',
          Created: 1_700_000_000,
          Choices: [
            {
              Index: 0,
              FinishReason: calls ? 'tool_calls' : REASONS[ends],
              Message: {
                Role: 'assistant',
                Content: calls ? '' : pieces.join(''),
                ...(calls && { ToolCalls: [toCall(calls)] }),
                ...(thought && { ReasoningContent: thought }),
              },
            },
          ],
          Usage: USAGE,
        },
      }),
      frames,
      lead: 1,
      failedFrame: sse({ Choices: [], ErrorMsg: { Msg: FAILED.Message, Code: 4001 }, Id: 'h-1' }),
      failed: { Response: { RequestId: 'r-2', Error: FAILED } },
    }),
}

const toCall = ({ name, args }: NonNullable<Script['calls']>) => ({
  Id: 'call_1',
  Type: 'function',
  Index: 0,
  Function: { Name: name, Arguments: JSON.stringify(args) },
})

function frames({ pieces, thought, ends, calls }: Script): string[] {
  const chunk = (delta: object, FinishReason = '') =>
    sse({
      Note: 'by a model',
      Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason }],
      Created: 1_700_000_000,
      Id: 'h-1',
      Usage: USAGE,
    })
  return [
    ...(thought ? [chunk({ ReasoningContent: thought, Content: '' })] : []),
    ...(calls ? [chunk({ Content: '', ToolCalls: [toCall(calls)] })] : pieces.map(Content => chunk({ Content }))),
    chunk({ Content: '' }, calls ? 'tool_calls' : REASONS[ends]),
  ]
}

const text = z.string().min(1)
const shape = z.strictObject({
  Model: text,
  Messages: z
    .array(
      z.strictObject({
        Role: z.enum(['system', 'user', 'assistant', 'tool']),
        Content: z.string().optional(),
        Contents: z
          .array(
            z.strictObject({
              Type: z.enum(['text', 'image_url']),
              Text: text.optional(),
              ImageUrl: z.strictObject({ Url: text }).optional(),
            }),
          )
          .optional(),
        ToolCalls: z.array(z.unknown()).optional(),
        ToolCallId: text.optional(),
      }),
    )
    .min(1)
    .max(40)
    .refine(messages => messages.slice(1).every(({ Role }) => Role !== 'system'), 'system must be first')
    .refine(messages => {
      const talk = messages.filter(({ Role }) => Role !== 'system')
      return talk.every(({ Role }, at) => Role === 'tool' || Role !== talk[at - 1]?.Role) && talk[0]?.Role === 'user'
    }, 'user and assistant must alternate'),
  Stream: z.boolean(),
  Temperature: z.number().min(0).max(2).optional(),
  TopP: z.number().min(0).max(1).optional(),
  Stop: z.array(text).optional(),
  Tools: z
    .array(
      z.strictObject({
        Type: z.literal('function'),
        Function: z.strictObject({ Name: text, Description: z.string().optional(), Parameters: z.string() }),
      }),
    )
    .optional(),
  ToolChoice: z.enum(['none', 'auto', 'custom']).optional(),
  CustomTool: z.unknown().optional(),
})

const says = (Code: string, Message: string) =>
  Response.json({ Response: { RequestId: 'r-0', Error: { Code, Message } } })

function refuses(received: Received): Response | null {
  const { method, path, headers } = received
  if (method !== 'POST' || path !== '/') return says('InvalidAction', `no ${method} ${path}`)
  if (headers.get('x-tc-action') !== 'ChatCompletions') return says('InvalidAction', 'no such action')
  if (headers.get('x-tc-version') !== '2023-09-01') return says('NoSuchVersion', 'no such version')
  if (headers.get('authorization') !== signatureOf(received)) return says('AuthFailure.SignatureFailure', 'wrong')
  const wrong = misshapen(shape, JSON.parse(received.body))
  return wrong === null ? null : says('InvalidParameter', wrong)
}

/** Recomputes the TC3-HMAC-SHA256 signature. https://cloud.tencent.com/document/api/1729/101843 */
export function signatureOf({ bytes, headers }: Received): string {
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const timestamp = headers.get('x-tc-timestamp') ?? ''
  const day = new Date(Number(timestamp) * 1000).toISOString().split('T')[0] ?? ''
  const action = (headers.get('x-tc-action') ?? '').toLowerCase()
  const canonical = `POST\n/\n\ncontent-type:${headers.get('content-type')}\nhost:${headers.get('host')}\nx-tc-action:${action}\n\ncontent-type;host;x-tc-action\n${sha256(bytes)}`
  const scope = `${day}/hunyuan/tc3_request`
  const key = hmac(hmac(hmac(`TC3${SECRET_KEY}`, day), 'hunyuan'), 'tc3_request')
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${SECRET_ID}/${scope}, SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`
}
