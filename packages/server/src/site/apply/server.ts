import { type Call, type InputOf, type Reply, type ReplyOf, USER_ID_HEADER } from '@tollgate/contract'
import { Problem } from './problem.ts'

/** A running server, called with a system access token as a script would. */
export interface AskedServer {
  ask<C extends Call>(call: C, input?: Partial<InputOf<C>>): Promise<ReplyOf<C>>
}

/** The server refused a call: its sentence, and its stable code. */
export class Refused extends Problem {
  constructor(
    sentence: string,
    readonly code: string | undefined,
  ) {
    super(sentence)
  }
}

const PATIENCE_MS = 60_000

/** @throws Problem if the environment does not name the server or the caller */
export function serverOf(environment: Record<string, string | undefined>): AskedServer {
  const address = (environment.TOLLGATE_URL || 'http://localhost:3000').replace(/\/$/, '')
  const [token, userId] = [environment.TOLLGATE_TOKEN, environment.TOLLGATE_USER]
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Problem('TOLLGATE_URL is not an address; write it like https://gateway.example.')
  if (!token || !userId)
    throw new Problem(
      'Set TOLLGATE_TOKEN to a system access token of an administrator, and TOLLGATE_USER to the id of that user.',
    )
  return {
    async ask(call, input = {}) {
      const {
        params = {},
        query = {},
        body,
      } = input as Partial<Record<'params' | 'query', Record<string, unknown>>> & { body?: unknown }
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const response = await fetch(`${address}${path}?${search}`, {
        method: call.method,
        headers: {
          authorization: token,
          [USER_ID_HEADER]: userId,
          'accept-language': 'en',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        // A redirect would send the token elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(error => {
        throw new Problem(`${address} does not answer (${(error as Error).message}).`)
      })
      const reply = (await response.json().catch(() => null)) as Reply<never> | null
      if (reply === null || typeof reply.success !== 'boolean')
        throw new Problem(`${address} answered ${response.status} and is not Tollgate, or something stands before it.`)
      if (!reply.success) throw new Refused(reply.message, reply.code)
      // The server is built from the same contract.
      return reply.data as never
    },
  }
}
