import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { SocksProxyAgent } from 'socks-proxy-agent'
import type { Body } from './strategies/index.ts'

/** A call to an upstream, written out. */
export interface Outbound {
  url: string
  headers: Record<string, string>
  body: Body
  signal: AbortSignal
  /** `http`, `https`, `socks5` or `socks5h`, credentials included; empty: straight. */
  proxy: string
}

/**
 * Sends a call and answers with the head of what comes back. Redirects are not followed: they would carry the key along.
 * No time limit of its own.
 *
 * @throws whatever keeps it from being sent or answered
 */
export function send({ url, headers, body, signal, proxy }: Outbound): Promise<Response> {
  if (proxy.startsWith('socks')) return sendThroughSocks({ url, headers, body, signal, proxy })
  return fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : streamOf(body),
    redirect: 'manual',
    signal,
    ...(proxy && { proxy }),
    // Bun would give up by itself after five minutes.
    timeout: false,
  } as RequestInit)
}

/** Asks for no more than is sent: a slow upstream slows the client down. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await reading.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await reading.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Connections are kept open for the calls to come. */
const agents = new Map<string, Agent>()

function agentOf(proxy: string): Agent {
  const known = agents.get(proxy)
  if (known) return known
  const agent = new SocksProxyAgent(proxy, { keepAlive: true })
  agents.set(proxy, agent)
  return agent
}

async function sendThroughSocks({ url, headers, body, signal, proxy }: Outbound): Promise<Response> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers, signal, agent: agentOf(proxy) }, resolve)
    sending.once('error', reject)
    if (typeof body === 'string') sending.end(body)
    else Readable.from(body).once('error', reject).pipe(sending)
  })
  const { statusCode = 502, rawHeaders } = answer
  const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
  )
  // Node's name for the same kind of stream
  const stream = Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array>
  const hasBody = ![204, 205, 304].includes(statusCode)
  return new Response(hasBody ? stream : null, {
    // others cannot be said of a response; they are failures whatever they mean
    status: statusCode >= 200 && statusCode <= 599 ? statusCode : 502,
    headers: pairs,
  })
}
