import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upstream of every dialect that pauses in the middle of each response until a test resumes it. */
export interface HeldUpstream {
  url: string
  /** How many answers are paused. */
  held(): number
  /** Responses whose connection the other side closed. */
  hungUp: number
  /** Finishes every paused answer. */
  goOn(): void
  /** Continues every paused stream as long as somebody reads it. */
  goOnForEver(): void
  stop(): Promise<void>
}

/** An answer of one word, or an endless one. A whole answer pauses before its first byte. */
interface HeldAnswer {
  stream: { begin: string; more: string; end: string }
  whole: object
}

const data = (...values: (object | string)[]): string =>
  values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
const events = (...values: { type: string; [field: string]: unknown }[]): string =>
  values.map(value => `event: ${value.type}\n${data(value)}`).join('')

const WORD = 'Hello'
const WORDS = 'and so on, '.repeat(20)

const chatChunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
})
const textChunk = (text: string, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'text_completion',
  choices: [{ index: 0, text, finish_reason }],
})
const response = (status: string, output: object[]) => ({ id: 'r', object: 'response', model: 'm', status, output })
const message = { id: 'm', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: WORD }] }
const part = { item_id: 'm', output_index: 0, content_index: 0 }
const anthropicMessage = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'm',
  stop_reason: null,
  usage: { input_tokens: 5, output_tokens: 1 },
}
const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
})

const ANSWERS: readonly [path: RegExp, answer: HeldAnswer][] = [
  [
    /chat\/completions$/,
    {
      stream: {
        begin: data(chatChunk({ role: 'assistant', content: WORD })),
        more: data(chatChunk({ content: WORDS })),
        end: data(chatChunk({}, 'stop'), '[DONE]'),
      },
      whole: { id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: WORD }, finish_reason: 'stop' }] },
    },
  ],
  [
    /\/completions$/,
    {
      stream: {
        begin: data(textChunk(WORD)),
        more: data(textChunk(WORDS)),
        end: data(textChunk('', 'stop'), '[DONE]'),
      },
      whole: { id: 'c', object: 'text_completion', choices: [{ index: 0, text: WORD, finish_reason: 'stop' }] },
    },
  ],
  [
    /\/responses$/,
    {
      stream: {
        begin: events(
          { type: 'response.created', response: response('in_progress', []) },
          { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
          { type: 'response.content_part.added', ...part, part: { type: 'output_text', text: '' } },
          { type: 'response.output_text.delta', ...part, delta: WORD },
        ),
        more: events({ type: 'response.output_text.delta', ...part, delta: WORDS }),
        end: events({ type: 'response.completed', response: response('completed', [message]) }),
      },
      whole: response('completed', [message]),
    },
  ],
  [
    /\/messages$/,
    {
      stream: {
        begin: events(
          { type: 'message_start', message: { ...anthropicMessage, content: [] } },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: WORD } },
        ),
        more: events({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: WORDS } }),
        end: events(
          { type: 'content_block_stop', index: 0 },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
          { type: 'message_stop' },
        ),
      },
      whole: { ...anthropicMessage, content: [{ type: 'text', text: WORD }], stop_reason: 'end_turn' },
    },
  ],
  [
    /[gG]enerateContent/,
    {
      stream: {
        begin: data(candidate([{ text: WORD }])),
        more: data(candidate([{ text: WORDS }])),
        end: data(candidate([{ text: '' }], 'STOP')),
      },
      whole: candidate([{ text: WORD }], 'STOP'),
    },
  ],
]

export async function startHeldUpstream(): Promise<HeldUpstream> {
  const open = new Map<ServerResponse, { more: string; end: string }>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const path = request.url ?? ''
    const [, answer] = ANSWERS.find(([pattern]) => pattern.test(path.split('?')[0] ?? '')) ?? []
    if (!answer) return response.writeHead(404).end()
    const isStream = JSON.parse(body).stream === true || path.includes(':stream')
    const { begin, more, end } = isStream ? answer.stream : { begin: '', more: '', end: JSON.stringify(answer.whole) }
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
    if (begin) response.write(begin)
    open.set(response, { more, end })
    response.on('close', () => {
      open.delete(response)
      if (!response.writableEnded) upstream.hungUp += 1
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const upstream: HeldUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => open.size,
    hungUp: 0,
    goOn: () => {
      for (const [response, { end }] of open) response.end(end)
      open.clear()
    },
    goOnForEver: () => {
      for (const [response, { more }] of open) flood(response, more)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return upstream
}

async function flood(response: ServerResponse, more: string): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(more)) await new Promise(resolve => response.once('drain', resolve).once('close', resolve))
    else await new Promise(resolve => setImmediate(resolve))
  }
}
