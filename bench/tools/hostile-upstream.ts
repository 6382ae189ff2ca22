/** A model provider with hostile responses. */

const MIB = 2 ** 20
const WHOLE = '{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":"Yes."},"finish_reason":"stop"}]'
const SHORT = `${WHOLE},"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`
const LAST = 'data: {"choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const SMALL = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'

const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })

const stream = (piece: string, bytes: number) =>
  new Response(piece.repeat(bytes / piece.length) + LAST, { headers: { 'content-type': 'text/event-stream' } })

export const hostileAnswers = {
  short: () => json(SHORT),
  spaces: () => json(JSON.stringify({ error: { message: `No${' '.repeat(60_000)}`, type: 'x' } }), 400),
  newlines: () => stream('\n', 16 * MIB),
  comments: () => stream(': on\n\n', 16 * MIB),
  emptyEvents: () => stream('data:\n\n', 8 * MIB),
  smallEvents: () => stream(SMALL, 8 * MIB),
  members: () => json(`${WHOLE},"x":{${'"a":1,'.repeat(4_000_000)}"b":1}}`),
  levels: () => json(`${WHOLE},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
}

export function startHostileUpstream() {
  const upstream = { port: 0, answer: 'short' as keyof typeof hostileAnswers, stop: () => server.stop(true) }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 256 * MIB,
    async fetch(request) {
      await request.arrayBuffer()
      return hostileAnswers[upstream.answer]()
    },
  })
  return Object.assign(upstream, { port: server.port ?? 0 })
}
