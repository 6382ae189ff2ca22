import { constantFrom, integer, record } from 'fast-check'
import { type BatchUpstream, startBatchUpstream } from './batch-upstream.ts'
import type { Operator } from './gateway.ts'
import { openRealtime } from './realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from './realtime-upstream.ts'
import { type MidjourneyProxy, startMidjourneyProxy } from './vendors/midjourney-proxy.ts'
import { startWireUpstream, type WireUpstream } from './wire-upstream.ts'

/** Allows for slow machines. */
const PATIENCE_MS = 60_000

const KINDS = [
  ...(['plain', 'stream', 'reference', 'item', 'hosted tool', 'picture', 'drawing', 'speech'] as const),
  ...(['left', 'broken', 'batch', 'dear batch', 'session', 'dear'] as const),
  ...(['video', 'failed video', 'imagined', 'failed imagined'] as const),
] as const
type Kind = (typeof KINDS)[number]

/** An honest or dishonest call, and how many tokens its upstream reports. */
export const anyCall = record({ kind: constantFrom(...KINDS), tokens: integer({ min: 1, max: 3_000 }) })
type AnyCall = { kind: Kind; tokens: number }

/** One call of each kind with this many tokens. */
export const eachCall = (tokens: number): AnyCall[] => KINDS.map(kind => ({ kind, tokens }))

export const CHAT = '/v1/chat/completions'
export const hello = (more: object = {}) => ({ model: 'gpt', messages: [{ role: 'user', content: 'Hello' }], ...more })
const seeing = (part: object) => hello({ messages: [{ role: 'user', content: [{ type: 'text', text: 'See' }, part] }] })

const VIDEO_MODEL = 'doubao-seedance-1-0-pro-250528'

const batchOf = (params: object): [path: string, body: object] => [
  '/v1/messages/batches',
  {
    requests: [
      { custom_id: 'a', params: { model: 'claude-b', ...params, messages: [{ role: 'user', content: 'Hi' }] } },
    ],
  },
]

/**
 * Requests that tell the upstream how many tokens to report. A dishonest call reports far more than its request allows.
 */
const REQUESTS: Readonly<Record<Exclude<Kind, 'session'>, (tokens: number) => [path: string, body: object]>> = {
  plain: tokens => [CHAT, hello({ user: `${tokens}`, max_tokens: tokens })],
  stream: tokens => [CHAT, hello({ user: `${tokens}`, stream: true })],
  left: tokens => [CHAT, hello({ user: `${tokens} slow`, stream: true })],
  broken: tokens => [CHAT, hello({ user: `${tokens} broken`, stream: true })],
  dear: tokens => [CHAT, hello({ user: `${tokens * 20}`, max_tokens: 5 })],
  reference: tokens => [
    CHAT,
    { ...seeing({ type: 'file', file: { file_id: 'file-1' } }), user: `${tokens * 20}`, max_tokens: 10 },
  ],
  picture: tokens => [
    CHAT,
    {
      ...seeing({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }),
      user: `${tokens}`,
      max_tokens: 10,
    },
  ],
  item: tokens => [
    '/v1/responses',
    { model: 'gpt', input: [{ type: 'item_reference', id: 'msg_1' }], user: `${tokens * 20}`, max_output_tokens: 20 },
  ],
  'hosted tool': tokens => [
    '/v1/responses',
    { model: 'gpt', input: 'Hi', tools: [{ type: 'web_search' }], user: `${tokens * 20}`, max_output_tokens: 20 },
  ],
  drawing: () => ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'A boat' }],
  speech: () => ['/v1/audio/speech', { model: 'tts-1', input: 'Good morning', voice: 'alloy' }],
  batch: tokens => batchOf({ max_tokens: tokens }),
  'dear batch': tokens => batchOf({ max_tokens: 10, metadata: { user_id: `${tokens * 20}` } }),
  video: tokens => ['/v1/video/generations', { model: VIDEO_MODEL, prompt: `${tokens * 300}` }],
  'failed video': () => ['/v1/video/generations', { model: VIDEO_MODEL, prompt: '0' }],
  imagined: () => ['/mj/submit/imagine', { prompt: 'A boat' }],
  'failed imagined': () => ['/mj/submit/imagine', { prompt: 'A boat that sinks' }],
}

/** Video id at the host → its tokens; 0: it fails. */
const videos = new Map<string, number>()

/** https://www.volcengine.com/docs/82379/1520757 */
function makeVideo(text: string): Response {
  const { content } = JSON.parse(text) as { content: { text: string }[] }
  const id = `video-${videos.size + 1}`
  videos.set(id, Number.parseInt(content[0]?.text ?? '', 10))
  return Response.json({ id })
}

function tellVideo(path: string): Response {
  const id = path.split('/').at(-1) ?? ''
  const tokens = videos.get(id) ?? 0
  if (tokens === 0) return Response.json({ id, status: 'failed', error: { code: 'x', message: 'It cannot be made' } })
  const content = { video_url: 'https://example.com/a.mp4' }
  return Response.json({ id, status: 'succeeded', content, usage: { total_tokens: tokens } })
}

/** Reports the tokens named in the request's `user`, whatever it asks for. */
function answer({ method, path, body: text }: { method: string; path: string; body: string }): Response {
  if (path.includes('/contents/generations/tasks')) return method === 'POST' ? makeVideo(text) : tellVideo(path)
  const { user = '10', stream } = JSON.parse(text) as { user?: string; stream?: boolean }
  const tokens = Number.parseInt(user, 10) || 10
  if (path.endsWith('/images/generations'))
    return Response.json({
      created: 1,
      data: [{ b64_json: 'aGVsbG8=' }],
      usage: { input_tokens: 9_000, output_tokens: 9_000, total_tokens: 18_000 },
    })
  if (path.endsWith('/audio/speech'))
    return new Response(Buffer.alloc(40_000), { headers: { 'content-type': 'audio/mpeg' } })
  if (path.endsWith('/responses'))
    return Response.json({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'gpt',
      output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }],
      usage: { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 },
    })
  const usage = { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 }
  const base = { id: 'c', created: 1, model: 'gpt' }
  if (!stream)
    return Response.json({
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage,
    })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const end = `${chunk({}, 'stop')}data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], usage })}\n\ndata: [DONE]\n\n`
  let words = user.endsWith('slow') ? 200 : 5
  return new Response(
    new ReadableStream({
      async pull(controller) {
        words -= 1
        await new Promise(resolve => setTimeout(resolve, 2))
        if (words > 0) return controller.enqueue(chunk({ content: 'word '.repeat(20) }))
        // A stream without its final event.
        if (!user.endsWith('broken')) controller.enqueue(end)
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )
}

/** A request in a batch that names no tokens fails. */
function answerInBatch({ metadata }: Record<string, unknown>): object | 'failed' {
  const { user_id } = (metadata ?? {}) as { user_id?: string }
  if (!user_id) return 'failed'
  const usage = { input_tokens: Number(user_id), output_tokens: 10 }
  const content = [{ type: 'text', text: 'Hello' }]
  return { id: 'm', type: 'message', role: 'assistant', model: 'claude-b', content, stop_reason: 'end_turn', usage }
}

/** Upstreams that report the tokens named in their requests, whatever they ask for. */
export async function openWalletUpstreams() {
  const upstream: WireUpstream = startWireUpstream(answer)
  const live: RealtimeUpstream = await startRealtimeUpstream()
  const batches: BatchUpstream = startBatchUpstream(answerInBatch)
  const drawings: MidjourneyProxy = startMidjourneyProxy()

  return {
    /** Makes channels and prices: one quota per token. */
    async serveBy(operator: Operator): Promise<void> {
      await operator.makeChannel({ base_url: upstream.url, models: 'gpt,gpt-image-1,tts-1' })
      await operator.makeChannel({ base_url: live.url, models: 'gpt-realtime' })
      await operator.makeChannel({ base_url: batches.url, models: 'claude-b', type: 14 })
      await operator.makeChannel({ base_url: upstream.url, models: VIDEO_MODEL, type: 54 })
      await operator.makeChannel({ base_url: drawings.url, models: 'mj_imagine', type: 2 })
      const models = ['gpt', 'gpt-image-1', 'tts-1', 'gpt-realtime', 'claude-b']
      const ratios = Object.fromEntries(models.map(model => [model, 1]))
      await operator.setOption('RetryTimes', 0)
      await operator.setOption('ModelRatio', JSON.stringify({ ...ratios, [VIDEO_MODEL]: 0.002 }))
      await operator.setOption('CompletionRatio', JSON.stringify({ gpt: 1, [VIDEO_MODEL]: 1 }))
      await operator.setOption('ModelPrice', JSON.stringify({ mj_imagine: 0.001 }))
    },

    /** Ends running batches and drawings. */
    endWork(): void {
      batches.finish()
      for (const task of drawings.tasks.values()) {
        const fails = task.prompt.includes('sinks')
        Object.assign(task, fails ? { status: 'FAILURE', failReason: 'It sank' } : drawings.succeeded())
      }
    },

    async stop(): Promise<void> {
      await Promise.all([upstream.stop(), live.stop(), batches.stop(), drawings.stop()])
    },
  }
}

export const postTo = (url: string, bearer: string, path: string, body: object, signal?: AbortSignal) =>
  fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

/** Makes a call and resolves when it has ended in any way. */
export async function makeAnyCall({ kind, tokens }: AnyCall, url: string, bearer: string): Promise<void> {
  if (kind === 'session') {
    const client = openRealtime(`${url}/v1/realtime?model=gpt-realtime`, bearer)
    client.socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('session.created')) client.say({ type: 'response.create' })
      if (String(data).includes('response.done')) client.socket.close()
    })
    return client.ends(PATIENCE_MS).then(() => undefined)
  }
  const [path, body] = REQUESTS[kind](tokens)
  const leave = new AbortController()
  try {
    const response = await postTo(url, bearer, path, body, leave.signal)
    if (kind !== 'left') return void (await response.arrayBuffer())
    await response.body?.getReader().read()
    leave.abort()
  } catch {
    // its stream ended early
  }
}
