import { type Reply, USER_ID_HEADER } from '@tollgate/contract'
import { i18n, t } from '../phrases/index.ts'
import { CallError } from './call-error.ts'
import { readStored, stored } from './storage.ts'

export function headers(withBody: boolean): Record<string, string> {
  const user = readStored(stored.user)
  return {
    Accept: 'application/json',
    'Accept-Language': i18n.language,
    ...(withBody && { 'Content-Type': 'application/json' }),
    ...(user && { [USER_ID_HEADER]: String(user.id) }),
  }
}

/** A path with its parameters filled in, and a query without empty values. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/** Throws a `CallError` if nothing answers. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeEarly(address) ?? fetch(address, { ...init, credentials: 'same-origin' }))
  } catch {
    throw new CallError(t('call.unreachable'), { code: 'network', status: 0 })
  }
}

/** Requests the page made before its scripts ran, by address; each is used once. */
function takeEarly(address: string): Promise<Response> | undefined {
  const early = (globalThis as { early?: Record<string, Promise<Response> | undefined> }).early
  const answer = early?.[address]
  if (early) delete early[address]
  return answer
}

/** Returns the envelope, or undefined if something between browser and server responded instead. */
export async function readReply(response: Response): Promise<Reply<unknown> | undefined> {
  try {
    const reply: unknown = await response.json()
    // Anything with `success` is our own envelope.
    return typeof reply === 'object' && reply !== null && 'success' in reply ? (reply as Reply<unknown>) : undefined
  } catch {
    return undefined
  }
}
