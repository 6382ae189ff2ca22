import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import type { Received } from '../wire-upstream.ts'
import { type Script, sse, startHttpVendor, type Vendor, type VendorStandIn } from './vendor.ts'

const KEY = 'app-0123456789abcdef'
const USAGE = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38, total_price: '0.1', currency: 'USD' }
const FAILED = { status: 429, code: 'too_many_requests', message: 'Too many calls at once' }
const TASK = 'task-0001'
const PING = 'event: ping\n\n'
const FILE_ID = '0d9f1e6a-file'

/** An agent, which can only stream. https://docs.dify.ai/api-reference */
export const dify: Vendor = {
  name: 'Dify',
  type: 37,
  key: KEY,
  model: 'my-app',
  usage: { input: 31, output: 7 },
  ends: ['stop'],
  failure: { message: FAILED.message, status: 429 },
  failsHalfWay: true,
  thinks: true,
  flattens: true,
  isTold: true,
  sees: true,
  start: () =>
    startHttpVendor({
      refuses: received => refuses(received, '/v1/chat-messages', chat),
      besides: besides('/v1/chat-messages'),
      wantsStream: () => true,
      understands({ body }) {
        const { query, files = [] } = chat.parse(JSON.parse(body))
        const pictures = files.map(({ url, upload_file_id }) => url ?? upload_file_id ?? '')
        return { model: null, system: null, turns: [{ role: 'user', text: query, pictures }] }
      },
      whole: () => ({}),
      frames,
      lead: 2,
      failedFrame: sse({ event: 'error', task_id: TASK, message_id: 'm-1', ...FAILED }),
      failed: FAILED,
    }),
}

function frames({ pieces, thought }: Script): string[] {
  const said = thought
    ? [`<details style="color:gray" open> <summary> Thinking... </summary>\n${thought}</details>`, ...pieces]
    : pieces
  const ids = { task_id: TASK, message_id: 'm-1', conversation_id: 'c-1', created_at: 1_700_000_000 }
  return [
    PING,
    ...said.map(answer => sse({ event: 'agent_message', ...ids, answer })),
    sse({ event: 'agent_thought', ...ids, id: 'a-1', thought: pieces.join(''), tool: '', observation: '' }),
    PING,
    sse({ event: 'message_end', ...ids, id: 'm-1', metadata: { usage: USAGE, retriever_resources: [] } }),
  ]
}

const says = (status: number, code: string, message: string) => Response.json({ code, message, status }, { status })

const file = z.strictObject({
  type: z.enum(['image', 'document', 'audio', 'video', 'custom']),
  transfer_method: z.enum(['remote_url', 'local_file']),
  url: z.url({ protocol: /^https?$/ }).optional(),
  upload_file_id: z.literal(FILE_ID).optional(),
})
const chat = z.strictObject({
  inputs: z.record(z.string(), z.unknown()),
  query: z.string().min(1),
  response_mode: z.literal('streaming'),
  user: z.string().min(1),
  conversation_id: z.string().optional(),
  auto_generate_name: z.boolean().optional(),
  files: z.array(file).optional(),
})

function refuses({ method, path, headers, body }: Received, own: string, shape: z.ZodType): Response | null {
  if (method !== 'POST' || path !== own) return says(404, 'not_found', `no ${method} ${path}`)
  if (headers.get('authorization') !== `Bearer ${KEY}`) return says(401, 'unauthorized', 'Access token is invalid')
  const wrong = misshapen(shape, JSON.parse(body))
  return wrong === null ? null : says(400, 'invalid_param', wrong)
}

/** Handles files and the request to stop. */
const besides = (stopPath: string) => (received: Received, standIn: VendorStandIn) => aside(received, standIn, stopPath)

function aside({ path, headers, body }: Received, standIn: VendorStandIn, stopPath: string): Response | null {
  if (path === '/v1/files/upload') {
    const isForm = /^multipart\/form-data; ?boundary=/.test(headers.get('content-type') ?? '')
    const isNamed = body.includes('name="user"\r\n\r\ntollgate\r\n') && /name="file"; filename="[^"]+\.png"/.test(body)
    if (!isForm || !isNamed) return says(400, 'no_file_uploaded', 'a form of user and file is wanted')
    return Response.json(
      { id: FILE_ID, name: 'file.png', size: 70, extension: 'png', mime_type: 'image/png' },
      { status: 201 },
    )
  }
  if (path !== `${stopPath}/${TASK}/stop`) return null
  if (JSON.parse(body).user !== 'tollgate') return says(400, 'invalid_param', 'user')
  standIn.stopped.push(TASK)
  return Response.json({ result: 'success' })
}

/** A workflow. It takes the question as an input and reports only the total usage of its nodes. */
export const difyWorkflow: Vendor = {
  ...dify,
  name: 'Dify’s workflow',
  other: 'workflow:question',
  usage: null,
  start: () =>
    startHttpVendor({
      refuses: received => refuses(received, '/v1/workflows/run', workflow),
      besides: besides('/v1/workflows/tasks'),
      wantsStream: () => true,
      understands({ body }) {
        const { inputs, files = [] } = workflow.parse(JSON.parse(body))
        const pictures = files.map(({ url, upload_file_id }) => url ?? upload_file_id ?? '')
        return { model: null, system: null, turns: [{ role: 'user', text: inputs.question, pictures }] }
      },
      whole: () => ({}),
      frames({ pieces, thought }) {
        const ids = { task_id: TASK, workflow_run_id: 'w-1' }
        const said = thought ? [`<think>\n${thought}</think>`, ...pieces] : pieces
        const outputs = { text: pieces.join('') }
        return [
          sse({ event: 'workflow_started', ...ids, data: { id: 'w-1', created_at: 1_700_000_000 } }),
          ...said.map(text => sse({ event: 'text_chunk', ...ids, data: { text } })),
          sse({ event: 'node_finished', ...ids, data: { status: 'succeeded', outputs } }),
          sse({ event: 'workflow_finished', ...ids, data: { status: 'succeeded', outputs, total_tokens: 38 } }),
        ]
      },
      lead: 2,
      failedFrame: sse({
        event: 'workflow_finished',
        task_id: TASK,
        data: { status: 'failed', error: FAILED.message, outputs: null },
      }),
      failed: FAILED,
    }),
}

const workflow = z.strictObject({
  inputs: z.strictObject({ question: z.string().min(1) }),
  response_mode: z.literal('streaming'),
  user: z.string().min(1),
  files: z.array(file).optional(),
})
