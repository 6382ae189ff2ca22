/** A request that an upstream received. */
export interface Received {
  method: string
  path: string
  headers: Headers
  body: string
  /** The body's bytes, for bodies that are not text. */
  bytes: Buffer
}

/** An upstream whose responses the test defines. It records its requests. */
export interface WireUpstream {
  url: string
  /** The requests so far, oldest first. A test may empty it. */
  requests: Received[]
  /** The body of the last request, parsed as JSON. */
  lastJson(): unknown
  stop(): Promise<void>
}

type Answer = (received: Received) => Response | Promise<Response> | object

/** @param answers one for all paths, or one per path; an object is sent as JSON */
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
