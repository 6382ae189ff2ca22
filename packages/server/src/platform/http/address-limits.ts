import type { ConsoleLanguage } from '@tollgate/contract'
import { isInRanges, parseRanges } from './client-ip.ts'
import { consoleError } from './console-error.ts'
import { consoleLanguageOf } from './language.ts'
import { networkOf, type RateLimiter } from './rate-limit.ts'
import { failure } from './reply.ts'

/** Kinds of requests from an address: model calls, console calls and pages, and sign-in attempts. */
export type AddressLimit = 'relay' | 'api' | 'web' | 'critical'

/** Limits how much one address may request, whoever uses it. */
export interface AddressLimits {
  /** Counts a request. Returns 0, or the seconds to wait. */
  take(kind: AddressLimit, ip: () => string): number
  /** Counts a request to the console. Returns the refusal if there were too many. */
  refuseConsole(request: Request, ip: () => string): Response | null
}

const OPTIONS = {
  relay: { requests: 'rate_limit_setting.relay_requests', seconds: 'rate_limit_setting.relay_seconds' },
  api: { requests: 'rate_limit_setting.api_requests', seconds: 'rate_limit_setting.api_seconds' },
  web: { requests: 'rate_limit_setting.web_requests', seconds: 'rate_limit_setting.web_seconds' },
  critical: { requests: 'rate_limit_setting.critical_requests', seconds: 'rate_limit_setting.critical_seconds' },
} as const satisfies Record<AddressLimit, object>

type LimitOption = (typeof OPTIONS)[AddressLimit]['requests' | 'seconds']

/** The operator's options for these limits and their refusals. */
interface LimitOptions {
  get(key: LimitOption): number
  get(key: 'general_setting.fallback_language'): ConsoleLanguage
}

/** Calls that take passwords or codes, or create accounts. */
const CRITICAL = /^\/api\/(user\/(login|register|reset)|verification|reset_password|oauth)(\/|$)/
/** Files that browsers cache forever. */
const KEPT = /^\/assets\//
/** An undeclared proxy on this machine hides all its clients behind one address. */
const LOOPBACK = parseRanges('127.0.0.0/8 ::1')

export function makeAddressLimits({ get }: LimitOptions, rateLimiter: RateLimiter): AddressLimits {
  function take(kind: AddressLimit, ipOf: () => string): number {
    const { requests, seconds } = OPTIONS[kind]
    const attempts = get(requests)
    if (attempts === 0) return 0
    const ip = ipOf()
    if (isInRanges(ip, LOOPBACK)) return 0
    const windowSeconds = get(seconds)
    return rateLimiter.take(`${kind} requests of ${networkOf(ip)}`, { attempts, windowSeconds })
  }

  return {
    take,
    refuseConsole(request, ip) {
      const { pathname } = new URL(request.url)
      if (KEPT.test(pathname)) return null
      const isApi = pathname === '/api' || pathname.startsWith('/api/')
      const waits = isApi && CRITICAL.test(pathname) ? [take('critical', ip)] : []
      const retryAfter = Math.max(take(isApi ? 'api' : 'web', ip), ...waits)
      if (retryAfter === 0) return null
      const error = consoleError('too_many_requests', { retryAfter })
      const fallback = get('general_setting.fallback_language')
      const language = consoleLanguageOf(request.headers.get('accept-language'), fallback)
      if (isApi) return failure(error, language, new Headers(INERT))
      return new Response(`${error.sentence(language)}\n`, {
        status: error.status,
        headers: { ...INERT, 'content-type': 'text/plain;charset=utf-8', 'retry-after': String(retryAfter) },
      })
    },
  }
}

const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
