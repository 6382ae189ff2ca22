import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import type { Transport } from './transport.ts'

/** Sends through a SOCKS proxy, which `fetch` does not support. */
export const sendThroughSocks: Transport = async ({ url, headers, method = 'POST', body, signal, proxy }) => {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const agent = await agentOf(proxy)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(url, { method, headers, signal, agent }, resolve)
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
    // a Response allows no other statuses; they are failures in any case
    status: statusCode >= 200 && statusCode <= 599 ? statusCode : 502,
    headers: pairs,
  })
}

/** Keep connections open for later calls. */
const agents = new Map<string, Agent>()

async function agentOf(proxy: string): Promise<Agent> {
  // loaded by those servers only that use it
  const { SocksProxyAgent } = await import('socks-proxy-agent')
  const known = agents.get(proxy)
  if (known) return known
  const agent = new SocksProxyAgent(proxy, { keepAlive: true })
  agents.set(proxy, agent)
  return agent
}
