import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An OpenAI whose models behave as their names say: `good…`, `refused…`, `overloaded…`, `silent…`, `broken…`, `telltale…`. */
export interface MisbehavingUpstream {
  url: string
  /** The models asked for, oldest first. */
  asked: string[]
  /** Calls currently waiting for an answer. */
  waiting(): number
  /** Answers those that wait, and every later one at once. */
  release(): void
  /** The balance it reports, in US dollars. */
  granted: number
  stop(): Promise<void>
}

export async function startMisbehavingUpstream(): Promise<MisbehavingUpstream> {
  const held = new Set<ServerResponse>()
  let isHolding = true
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/v1/dashboard')) return json(response, 200, billing(path, upstream.granted))
    const { model } = JSON.parse(await text(request)) as { model: string }
    upstream.asked.push(model)
    if (model.startsWith('silent') && isHolding) {
      held.add(response)
      response.on('close', () => held.delete(response))
      return
    }
    const key = request.headers.authorization ?? ''
    const behaviour = BEHAVIOURS.find(({ name }) => model.startsWith(name))
    if (behaviour) behaviour.answer(response, { key, host: request.headers.host ?? '' })
    else stream(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const upstream: MisbehavingUpstream = {
    // A server on a TCP port has an address of this shape.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    waiting: () => held.size,
    release() {
      isHolding = false
      for (const response of held) stream(response)
    },
    granted: 12.5,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return upstream
}

interface Behaviour {
  name: string
  answer(response: ServerResponse, request: { key: string; host: string }): void
}

const BEHAVIOURS: Behaviour[] = [
  { name: 'refused', answer: response => fail(response, 401, 'Incorrect API key provided') },
  { name: 'overloaded', answer: response => fail(response, 503, 'The engine is overloaded') },
  { name: 'broken', answer: response => response.socket?.destroy() },
  { name: 'telltale', answer: (response, { key, host }) => fail(response, 400, `No ${key} at ${host}, sorry`) },
]

const fail = (response: ServerResponse, status: number, message: string) =>
  json(response, status, { error: { message, type: 'server_error', code: null } })

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function stream(response: ServerResponse): void {
  const chunk = (delta: object, finish_reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason }] })
  const usage = { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9 }
  const events = [chunk({ content: 'Hi' }, null), chunk({}, 'stop'), { choices: [], usage }]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`)
}

const billing = (path: string, granted: number) =>
  path.includes('/usage') ? { total_usage: 250 } : { has_payment_method: true, hard_limit_usd: granted }
