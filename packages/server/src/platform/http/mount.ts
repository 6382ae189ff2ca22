import type { Call } from '@tollgate/contract'
import { Hono } from 'hono'
import type { PlatformContext } from '../context.ts'
import { requestIdOf, withRequestId } from '../process/request-id.ts'
import { makeWatchdog } from '../process/watchdog.ts'
import { yieldToEventLoop } from '../process/yield-to-event-loop.ts'
import { REPORT_TIMEOUT_MS, ReportEnded, reportLimits, withReportLimits } from '../storage/report-limits.ts'
import { isTransient } from '../storage/transient-errors.ts'
import { ApiError } from './api-error.ts'
import { requireConfirmation, requireSecondFactor } from './check-identity.ts'
import { checkInput } from './check-input.ts'
import { clientIp } from './client-ip.ts'
import { consoleError } from './console-error.ts'
import { isOpenOnDemo } from './demo.ts'
import { admit, checkMembers } from './guard.ts'
import { holdsMoreValues } from './holds-more-values.ts'
import { consoleLanguageOf } from './language.ts'
import { failure, success } from './reply.ts'
import type { Caller, Endpoint } from './serve.ts'
import { BodyTooSlow, joined, type Steadiness, steadyReader } from './steady-body.ts'

/** Body limits: for signed-in callers (the largest options are logos and notices), and for everybody else. */
const BODY_LIMIT = { bytes: 4 * 1024 * 1024, words: '4 MiB' }
const PUBLIC_BODY_LIMIT = { bytes: 64 * 1024, words: '64 KiB' }

/**
 * Limits of an address's values, in its path and its query. The longest values ever sent are codes of sign-in
 * providers.
 */
const ADDRESS_LIMIT = { values: 100, characters: 4_096 }

/** Headers that keep browsers from treating any response as a page, whatever an operator or a user wrote into it. */
const NOT_A_PAGE = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
] as const

/** What the listener passes along with a request. */
interface Bindings {
  socketAddress: string
  /** Called once the caller is authenticated. */
  letIn?(): void
}

interface Env {
  Bindings: Bindings
  Variables: { requestId: string }
}

/** Makes the router of the console's API: every endpoint behind one guard, one input check and one envelope. */
export function mount<App extends PlatformContext>(endpoints: Endpoint<App>[], app: App): Hono<Env> {
  const router = new Hono<Env>({ strict: false })
  const watchdog = makeWatchdog()

  const readJson = (request: Request, call: Call, caller: Caller | null) =>
    jsonBody(request, call, caller ? BODY_LIMIT : PUBLIC_BODY_LIMIT, {
      watchdog,
      seconds: app.options.get('connection_setting.body_seconds'),
    })

  const languageOf = (header: string | null | undefined) =>
    consoleLanguageOf(header, app.options.get('general_setting.fallback_language'))

  router.use(async (context, next) => {
    const requestId = requestIdOf(context.req.raw.headers) ?? crypto.randomUUID()
    context.set('requestId', requestId)
    await withRequestId(requestId, next)
    context.res.headers.set('x-request-id', requestId)
    for (const [name, value] of NOT_A_PAGE) context.res.headers.set(name, value)
  })
  for (const { call, handle } of [...endpoints].sort(fixedFirst)) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    router.on(call.method, [path, `${path}/`], async context => {
      const request = context.req.raw
      const language = languageOf(request.headers.get('accept-language'))
      checkAddress(context.req.param(), context.req.queries())
      const replyHeaders = new Headers()
      const caller = await admit(call, request, app)
      if (caller) context.env?.letIn?.()
      requireSecondFactor(call, caller, app)
      if (app.options.get('DemoSiteEnabled') && !isOpenOnDemo(call, caller)) throw consoleError('demo_site')
      const input = checkInput(call, {
        params: context.req.param(),
        query: context.req.query(),
        body: call.body && (await readJson(request, call, caller)),
      })
      checkMembers(call, input.body, caller)
      const ip = clientIp(context.env.socketAddress, request.headers.get('x-forwarded-for'), app.trustedProxies)
      await requireConfirmation(call, request, app)
      const act = () => handle(input, { app, caller, language, request, clientIp: ip, replyHeaders } as never)
      try {
        return success(await withReportLimits({ signal: request.signal, reader: caller?.id ?? 0 }, act), replyHeaders)
      } catch (error) {
        // An error may also set the cookie of a half-finished sign-in.
        if (error instanceof ApiError && replyHeaders.has('set-cookie')) return failure(error, language, replyHeaders)
        throw error
      }
    })
  }

  router.notFound(context =>
    failure(
      consoleError('route_unknown', { method: context.req.method, path: context.req.path }),
      languageOf(context.req.header('accept-language')),
    ),
  )
  router.onError((error, context) => {
    const language = languageOf(context.req.header('accept-language'))
    if (error instanceof ApiError) return failure(error, language, endsConnection(error) ? CLOSING() : new Headers())
    if (error instanceof ReportEnded)
      return failure(
        consoleError(error.code, { seconds: REPORT_TIMEOUT_MS / 1000, rows: reportLimits().mostRows }),
        language,
      )
    const requestId = context.get('requestId')
    if (isTransient(error)) {
      app.log.error({ err: error, requestId, path: context.req.path }, 'a console call could not reach the database')
      return failure(consoleError('database_unavailable'), language)
    }
    app.log.error({ err: error, requestId, path: context.req.path }, 'a console call failed')
    return failure(consoleError('internal', { requestId }), language)
  })
  return router
}

/** The connection closes after these errors, so that nobody waits for the rest of the body. */
const endsConnection = ({ code }: ApiError): boolean => ENDING.has(code)
const ENDING = new Set<string>([
  'body_too_large',
  'body_too_slow',
  'access_token_invalid',
  'session_missing',
  'user_header_missing',
  'user_header_mismatch',
])
const CLOSING = () => new Headers({ connection: 'close' })

/** Paths without parameters come first: `/api/user/aff` is not the user with the id `aff`. */
const fixedFirst = (one: Pick<Endpoint<never>, 'call'>, other: Pick<Endpoint<never>, 'call'>): number =>
  Number(Boolean(one.call.params)) - Number(Boolean(other.call.params))

function checkAddress(params: Record<string, string>, queries: Record<string, string[]>): void {
  const { values, characters } = ADDRESS_LIMIT
  const given = [...Object.values(params), ...Object.values(queries).flat()]
  const isLong = (text: string) => text.length > characters
  if (given.length > values || given.some(isLong) || Object.keys(queries).some(isLong))
    throw consoleError('address_too_long', ADDRESS_LIMIT)
}

const LONGEST_READ_AT_ONCE_BYTES = 64 * 1024
/** Far more than any form sends. */
const MOST_VALUES = 50_000

const JSON_TYPE = /^application\/json(?:;|$)/i

async function jsonBody(
  request: Request,
  { access }: Call,
  limit: typeof BODY_LIMIT,
  steadiness: Steadiness,
): Promise<unknown> {
  const bytes = await bodyBytes(request, limit, steadiness)
  if (bytes.length > LONGEST_READ_AT_ONCE_BYTES) {
    if (holdsMoreValues(bytes, MOST_VALUES)) throw consoleError('body_too_complex', { limit: MOST_VALUES })
    await yieldToEventLoop()
  }
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') return {}
  // Pages of other sites may send text and forms without a preflight, so calls that need no header must be JSON.
  if (access === 'public' && !JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    throw consoleError('content_type_not_json')
  try {
    return JSON.parse(text)
  } catch {
    throw consoleError('body_not_json')
  }
}

async function bodyBytes(request: Request, limit: typeof BODY_LIMIT, steadiness: Steadiness): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  let left = limit.bytes
  const take = (bytes: number) => {
    left -= bytes
    if (left < 0) throw consoleError('body_too_large', { limit: limit.words })
  }
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit.bytes) take(announced)
  try {
    return await joined(steadyReader(request.body, steadiness), take)
  } catch (error) {
    throw error instanceof BodyTooSlow ? consoleError('body_too_slow') : error
  }
}
