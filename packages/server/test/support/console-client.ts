import { type ConsoleLanguage, type Reply, ROLE, USER_ID_HEADER } from '@tollgate/contract'
import { insertUser } from '../../src/people/users/store.ts'
import { mount } from '../../src/platform/http/mount.ts'
import type { Endpoint } from '../../src/platform/http/serve.ts'
import { randomText } from '../../src/platform/process/random-text.ts'
import { SESSION_COOKIE, startSession } from '../../src/platform/sessions/store.ts'
import type { AppContext } from '../../src/start/app-context.ts'

interface Sent {
  body?: unknown
  language?: ConsoleLanguage
  headers?: Record<string, string>
  /** The caller's address. */
  ip?: string
  /** Aborted when the caller leaves. */
  signal?: AbortSignal
}
export interface Answered extends Reply<unknown> {
  status: number
  /** The headers `Set-Cookie` and `Retry-After`, if present. */
  setCookie?: string
  retryAfter?: string
}

/** Makes console calls: `client('GET', '/api/status')`. */
export type ConsoleClient = (method: string, path: string, sent?: Sent) => Promise<Answered>

/** A client that is not signed in. */
export function visitor(
  appContext: AppContext,
  endpoints: Endpoint<AppContext>[],
  always: Record<string, string> = {},
): ConsoleClient {
  const app = mountedOnce(appContext, endpoints)
  return async (method, path, { body, language = 'en', headers, ip = '127.0.0.1', signal } = {}) => {
    const request = new Request(`http://tollgate.test${path}`, {
      method,
      headers: { 'accept-language': language, 'content-type': 'application/json', ...always, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...(signal && { signal }),
    })
    const response = await app.fetch(request, { socketAddress: ip })
    const setCookie = response.headers.get('set-cookie')
    const retryAfter = response.headers.get('retry-after')
    return {
      status: response.status,
      ...(setCookie && { setCookie }),
      ...(retryAfter && { retryAfter }),
      ...(await replyOf(response)),
    }
  }
}

type Mounted = ReturnType<typeof mount<AppContext>>
const mounted = new WeakMap<AppContext, Map<Endpoint<AppContext>[], Mounted>>()

/** Mounts the same endpoints on the same app only once: all of them take longer to mount than a call to answer. */
function mountedOnce(appContext: AppContext, endpoints: Endpoint<AppContext>[]): Mounted {
  const ofContext = mounted.getOrInsertComputed(appContext, () => new Map())
  return ofContext.getOrInsertComputed(endpoints, () => mount(endpoints, appContext))
}

/** Reads the envelope, or a plain text as its message. */
async function replyOf(response: Response): Promise<Reply<unknown>> {
  const type = response.headers.get('content-type') ?? ''
  // A stream of events does not end by itself.
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { success: response.ok, message: '' }
  }
  const isJson = type.startsWith('application/json')
  return isJson ? ((await response.json()) as Reply<unknown>) : { success: response.ok, message: await response.text() }
}

/** A client signed in as a new user of that role. */
export async function signedIn(
  appContext: AppContext,
  endpoints: Endpoint<AppContext>[],
  role: keyof typeof ROLE,
): Promise<ConsoleClient> {
  // A name has at most 12 letters and must be unique.
  const suffix = randomText(7)
  const userId = await insertUser(appContext.db, {
    username: `${role}${suffix}`,
    role: ROLE[role],
    aff_code: suffix,
    created_at: appContext.now(),
  })
  const session = await startSession(appContext.db, {
    userId,
    now: appContext.now(),
    ip: '127.0.0.1',
    userAgent: 'test',
  })
  return visitor(appContext, endpoints, { cookie: `${SESSION_COOKIE}=${session}`, [USER_ID_HEADER]: String(userId) })
}
