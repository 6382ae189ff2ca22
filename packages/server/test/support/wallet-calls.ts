import { constantFrom, integer, record } from 'fast-check'
import { type BatchUpstream, startBatchUpstream } from './batch-upstream.ts'
import type { Operator } from './gateway.ts'
import { openRealtime } from './realtime-client.ts'
import {
  beginResponse,
  endResponse,
  REPORTED,
  type RealtimeUpstream,
  say,
  silence,
  startRealtimeUpstream,
} from './realtime-upstream.ts'
import { type MidjourneyProxy, startMidjourneyProxy } from './vendors/midjourney-proxy.ts'
import { startWireUpstream, type WireUpstream } from './wire-upstream.ts'

/** Allows for slow machines. */
const PATIENCE_MS = 60_000

const KINDS = [
  ...(['plain', 'stream', 'reference', 'item', 'hosted tool', 'picture', 'drawing', 'speech'] as const),
  ...(['left', 'broken', 'batch', 'dear batch', 'session', 'dear'] as const),
  ...(['video', 'failed video', 'imagined', 'failed imagined'] as const),
  ...(['shown images', 'left images', 'spoken', 'left speech', 'container', 'large container'] as const),
  ...(['heard session', 'left session', 'transcribed session', 'session beside'] as const),
  ...(['socket', 'left socket'] as const),
] as const
type Kind = (typeof KINDS)[number]
type SessionKind = Extract<Kind, `${string}session${string}`>
type SocketKind = SessionKind | 'socket' | 'left socket'

/** An honest or dishonest call, and how many tokens its upstream reports. */
export const anyCall = record({ kind: constantFrom(...KINDS), tokens: integer({ min: 1, max: 3_000 }) })
type AnyCall = { kind: Kind; tokens: number }

/** One call of each kind with this many tokens. */
export const eachCall = (tokens: number): AnyCall[] => KINDS.map(kind => ({ kind, tokens }))

export const CHAT = '/v1/chat/completions'
export const hello = (more: object = {}) => ({ model: 'gpt', messages: [{ role: 'user', content: 'Hello' }], ...more })
const seeing = (part: object) => hello({ messages: [{ role: 'user', content: [{ type: 'text', text: 'See' }, part] }] })

const SPEAKING = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } }
const computing = (tokens: number, memory_limit: string) => ({
  model: 'gpt',
  input: 'Hi',
  tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit } }],
  user: `${tokens}`,
  max_output_tokens: 20,
})

export const VIDEO_MODEL = 'doubao-seedance-1-0-pro-250528'

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
const REQUESTS: Readonly<Record<Exclude<Kind, SocketKind>, (tokens: number) => [path: string, body: object]>> = {
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
  'shown images': tokens => [CHAT, hello({ user: `${tokens} images`, stream: true, modalities: ['text', 'image'] })],
  'left images': tokens => [
    CHAT,
    hello({ user: `${tokens} images slow`, stream: true, modalities: ['text', 'image'] }),
  ],
  spoken: tokens => [CHAT, hello({ user: `${tokens} sound`, stream: true, ...SPEAKING })],
  'left speech': tokens => [CHAT, hello({ user: `${tokens} sound slow`, stream: true, ...SPEAKING })],
  container: tokens => ['/v1/responses', computing(tokens, '1g')],
  'large container': tokens => ['/v1/responses', computing(tokens, '4g')],
  drawing: () => ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'A boat' }],
  speech: () => ['/v1/audio/speech', { model: 'tts-1', input: 'Good morning', voice: 'alloy' }],
  batch: tokens => batchOf({ max_tokens: tokens }),
  'dear batch': tokens => batchOf({ max_tokens: 10, metadata: { user_id: `${tokens * 20}` } }),
  video: tokens => ['/v1/video/generations', { model: VIDEO_MODEL, prompt: `${tokens * 300}` }],
  'failed video': () => ['/v1/video/generations', { model: VIDEO_MODEL, prompt: '0' }],
  imagined: () => ['/mj/submit/imagine', { prompt: 'A boat' }],
  'failed imagined': () => ['/mj/submit/imagine', { prompt: 'A boat that sinks' }],
}

/** How a client of a live session behaves: what it says after the greeting, and the message at which it leaves. */
const SESSIONS: Readonly<Record<SessionKind, (tokens: number) => { says: object[]; leavesAt: string }>> = {
  session: () => ({ says: [{ type: 'response.create' }], leavesAt: 'response.done' }),
  'left session': tokens => ({ says: [asks({ tokens: tokens * 20 })], leavesAt: 'response.created' }),
  'heard session': tokens => ({ says: [HEARD, asks({ tokens })], leavesAt: 'response.done' }),
  'session beside': tokens => ({
    says: Array.from({ length: 3 }, () => asks({ tokens: tokens * 20 }, { conversation: 'none' })),
    leavesAt: 'response.done',
  }),
  'transcribed session': () => ({
    says: [
      { type: 'session.update', session: { input_audio_transcription: { model: TRANSCRIBER } } },
      HEARD,
      { type: 'input_audio_buffer.commit' },
    ],
    leavesAt: 'input_audio_buffer.committed',
  }),
}
const TRANSCRIBER = 'whisper-1'
const HEARD = { type: 'input_audio_buffer.append', audio: silence(10) }
const asks = (metadata: object, more: object = {}) => ({ type: 'response.create', response: { metadata, ...more } })

/** Reports the tokens that the request names. A transcription is committed and never reported. */
const answerLive: RealtimeUpstream['answer'] = (event, socket) => {
  if (event.type === 'session.update') say(socket, { type: 'session.updated', session: event.session })
  if (event.type === 'input_audio_buffer.commit') say(socket, { type: 'input_audio_buffer.committed', item_id: 'i' })
  if (event.type !== 'response.create') return
  const { metadata } = (event.response ?? {}) as { metadata?: { tokens?: number } }
  const usage = metadata?.tokens ? { input_tokens: metadata.tokens, output_tokens: 10 } : REPORTED
  endResponse(socket, beginResponse(socket), { status: 'completed', usage })
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

const CODE = { type: 'code_interpreter_call', id: 'ci', status: 'completed', container_id: 'cntr_1', code: '1' }
const IMAGE = { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] }
/** A fifth of a second. */
const SOUND = { audio: { id: 'a', data: 'A'.repeat(12_800) } }

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
  if (path.endsWith('/responses')) {
    const response = {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'gpt',
      output: [
        ...(text.includes('code_interpreter') ? [CODE] : []),
        { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
      ],
      usage: { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 },
    }
    if (!stream) return Response.json(response)
    const events = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'Hello' },
      { type: 'response.completed', response },
    ]
    const written = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    return new Response(written.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }
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
  const media = user.includes('images') ? IMAGE : user.includes('sound') ? SOUND : {}
  let words = user.endsWith('slow') ? 200 : 5
  return new Response(
    new ReadableStream({
      async pull(controller) {
        words -= 1
        await new Promise(resolve => setTimeout(resolve, 2))
        if (words > 0) return controller.enqueue(chunk({ content: 'word '.repeat(20), ...media }))
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
  live.answer = answerLive
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
      const models = ['gpt-image-1', 'tts-1', 'gpt-realtime', 'claude-b']
      const gpt = { tokens: { input: 2, output: 2, image_output: 20, audio_output: 20 } }
      await operator.setOption('ModelPrices', JSON.stringify({ gpt }))
      const ratios = Object.fromEntries(models.map(model => [model, 1]))
      await operator.setOption('RetryTimes', 0)
      await operator.setOption('ModelRatio', JSON.stringify({ ...ratios, [VIDEO_MODEL]: 0.002 }))
      await operator.setOption('CompletionRatio', JSON.stringify({ [VIDEO_MODEL]: 1 }))
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
  if (isSession(kind)) return haveSession(SESSIONS[kind](tokens), `${url}/v1/realtime?model=gpt-realtime`, bearer)
  if (kind === 'socket' || kind === 'left socket') {
    const create = { type: 'response.create', model: 'gpt', input: 'Hello', store: false, user: `${tokens * 20}` }
    const leavesAt = kind === 'socket' ? 'response.completed' : 'response.created'
    return haveSession({ says: [create], leavesAt }, `${url}/v1/responses`, bearer)
  }
  const [path, body] = REQUESTS[kind](tokens)
  const leave = new AbortController()
  try {
    const response = await postTo(url, bearer, path, body, leave.signal)
    if (!kind.startsWith('left')) return void (await response.arrayBuffer())
    await response.body?.getReader().read()
    leave.abort()
  } catch {
    // its stream ended early
  }
}

const isSession = (kind: Kind): kind is SessionKind => Object.hasOwn(SESSIONS, kind)

/** Has a conversation over a socket. A client that is refused leaves. */
async function haveSession({ says, leavesAt }: { says: object[]; leavesAt: string }, url: string, bearer: string) {
  const client = openRealtime(url, bearer)
  const speak = () => {
    for (const message of says) client.say(message)
  }
  if (url.endsWith('/responses')) client.socket.addEventListener('open', speak)
  client.socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(String(data)) as { type?: string }
    if (type === 'session.created') speak()
    if (type === leavesAt || type === 'error') client.socket.close()
  })
  await client.ends(PATIENCE_MS)
}
