import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upstream whose behaviour is chosen by the model's name. */
export interface EvilUpstream {
  url: string
  /** Every request so far, oldest first. */
  requests: { path: string; headers: IncomingMessage['headers']; body: string }[]
  /** How many connections the other side closed before the response was complete. */
  hungUp: number
  /** Breaks every connection with a running response. */
  breakOff(): void
  stop(): Promise<void>
}

type Behaviour = (
  response: ServerResponse,
  asked: { stream?: boolean; stream_options?: { include_usage?: boolean } },
) => void | Promise<void>

/** Tokens that the well-behaved models report. */
export const REPORTED = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
export const GOOD_TEXT = 'Good morning.'

const frame = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'evil',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const FIRST = frame(chunk({ role: 'assistant', content: 'Good ' }))

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function beginStream(response: ServerResponse, text: string) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(text)
}

const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'evil',
  choices: [{ index: 0, message: { role: 'assistant', content: GOOD_TEXT }, finish_reason: 'stop' }],
  usage: REPORTED,
}

export const behaviours = {
  good(response, { stream, stream_options }) {
    if (!stream) return json(response, 200, COMPLETION)
    beginStream(response, FIRST)
    response.write(frame(chunk({ content: 'morning.' })) + frame(chunk({}, 'stop')))
    if (stream_options?.include_usage) response.write(frame({ ...chunk({}), choices: [], usage: REPORTED }))
    response.end(frame('[DONE]'))
  },
  'bad-request': response =>
    json(response, 400, {
      error: { message: 'max_tokens is too large', type: 'invalid_request_error', param: 'max_tokens', code: null },
    }),
  'leaks-key': response =>
    json(response, 401, {
      error: {
        message: 'Incorrect API key provided: upstream-key.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    }),
  'too-many': response =>
    json(response, 429, { error: { message: 'Slow down', type: 'rate_limit_error', param: null, code: null } }),
  /** The same, and says how long to wait. */
  'asks-to-wait': response =>
    json(
      response,
      429,
      { error: { message: 'Slow down', type: 'rate_limit_error', param: null, code: null } },
      { 'retry-after': '7' },
    ),
  'server-error': response =>
    json(response, 500, { error: { message: 'It broke', type: 'server_error', param: null, code: null } }),
  'error-page'(response) {
    response.writeHead(502, { 'content-type': 'text/html' })
    response.end('<html><body>nginx/1.2.3 at internal.example</body></html>')
  },
  html(response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html><body>Welcome to our portal</body></html>')
  },
  empty(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '0' })
    response.end()
  },
  truncated: response => json(response, 200, JSON.stringify(COMPLETION).slice(0, 90)),
  'error-in-200': response =>
    json(response, 200, {
      error: { message: 'Quota of the day is gone', type: 'insufficient_quota', code: 'insufficient_quota' },
    }),
  redirect(response) {
    response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' })
    response.end()
  },
  /** Accepts the request and never responds. */
  hangs: () => undefined,
  /** Begins a stream and falls silent. */
  'goes-silent': response => beginStream(response, FIRST),
  /** Ends without the protocol's final event. */
  'stops-short'(response) {
    beginStream(response, FIRST)
    response.end()
  },
  /** Stops in the middle of a frame until the test breaks the connection. */
  'half-frame'(response) {
    beginStream(response, FIRST + 'data: {"id":"chat')
  },
  /** Sends the complete answer and never closes. */
  'never-closes': response => beginStream(response, FIRST + frame(chunk({}, 'stop')) + frame('[DONE]')),
  /** Sends everything except the protocol's final event, and stays open. */
  'holds-last-word'(response) {
    const usage = frame({ ...chunk({}), choices: [], usage: REPORTED })
    beginStream(response, FIRST + frame(chunk({ content: 'morning.' })) + frame(chunk({}, 'stop')) + usage)
  },
  /** Writes until the other side closes the connection. */
  async endless(response) {
    beginStream(response, FIRST)
    const piece = frame(chunk({ content: 'and so on, '.repeat(20) }))
    while (!response.destroyed) {
      if (!response.write(piece)) await drained(response)
      else await new Promise(resolve => setImmediate(resolve))
    }
  },
  'error-in-stream'(response) {
    beginStream(response, FIRST)
    response.end(frame({ error: { message: 'Overloaded', type: 'server_error', code: 'overloaded' } }))
  },
  'no-usage'(response, { stream }) {
    if (!stream) return json(response, 200, { ...COMPLETION, usage: undefined })
    beginStream(response, FIRST)
    response.end(frame(chunk({ content: 'morning.' }, 'stop')) + frame('[DONE]'))
  },
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

/** Resolves when the response accepts more data, or its reader has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

export async function startEvilUpstream(): Promise<EvilUpstream> {
  const open = new Set<ServerResponse>()
  const upstream: EvilUpstream = {
    url: '',
    requests: [],
    hungUp: 0,
    breakOff: () => {
      for (const response of open) response.destroy()
    },
    stop: async () => undefined,
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    upstream.requests.push({ path: request.url ?? '', headers: request.headers, body })
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      if (!response.writableEnded) upstream.hungUp += 1
    })
    // a request for the list of models
    if (body === '')
      return json(response, 401, {
        error: { message: `Not with ${JSON.stringify(request.headers)} at ${upstream.url}` },
      })
    const asked = JSON.parse(body)
    // the gateway does not read on for clients of a model that streams all its output
    const named = String(asked.model).replace(/^gpt-4x-/, '') as BehaviourName
    const behave: Behaviour = behaviours[named] ?? behaviours.good
    behave(response, asked)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  upstream.stop = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return upstream
}
