/** A request as it reached an upstream. */
export interface Received {
  method: string
  path: string
  headers: Headers
  body: string
  /** The same, of bodies that are no text. */
  bytes: Buffer
}

/** An upstream with responses given by the test, which records its requests. */
export interface WireUpstream {
  url: string
  /** So far, oldest first. A test may empty it. */
  requests: Received[]
  /** The last request, its body read as JSON. */
  lastJson(): unknown
  stop(): Promise<void>
}

type Answer = (received: Received) => Response | Promise<Response> | object

/** @param answers one for all paths, or one by path; an object is sent as JSON */
export function startWireUpstream(answers: Answer | Record<string, Answer>): WireUpstream {
  const requests: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 30,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const bytes = Buffer.from(await request.arrayBuffer())
      const received = {
        method: request.method,
        path: pathname + search,
        headers: request.headers,
        body: bytes.toString(),
        bytes,
      }
      requests.push(received)
      const answer = await (typeof answers === 'function' ? answers : answers[pathname])?.(received)
      if (answer instanceof Response) return answer
      return answer ? Response.json(answer) : Response.json({ error: { message: 'No such path' } }, { status: 404 })
    },
  })
  return {
    url: server.url.href.replace(/\/$/, ''),
    requests,
    lastJson: () => JSON.parse(requests.at(-1)?.body ?? ''),
    stop: () => server.stop(true),
  }
}
