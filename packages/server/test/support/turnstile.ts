import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Checks proofs as Cloudflare documents it: with the site's secret, each proof once. */
export interface TurnstileService {
  url: string
  secret: string
  /** Issues a proof as a widget would. */
  issue(): string
  stop(): Promise<void>
}

export async function startTurnstile(): Promise<TurnstileService> {
  const secret = 'turnstile secret'
  const open = new Set<string>()
  const judge = (form: URLSearchParams): string[] => {
    if (form.get('secret') !== secret) return ['invalid-input-secret']
    const proof = form.get('response') ?? ''
    if (open.delete(proof)) return []
    return [proof.startsWith('proof-') ? 'timeout-or-duplicate' : 'invalid-input-response']
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const reasons = judge(new URLSearchParams(body))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: reasons.length === 0, 'error-codes': reasons }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    secret,
    issue() {
      const proof = `proof-${crypto.randomUUID()}`
      open.add(proof)
      return proof
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
