import { ApiError } from '../../platform/http/api-error.ts'
import { type RelayErrorCode, relayError } from '../call/relay-error.ts'

/** Returns why an upstream was not reached, and with a proxy, which of the two failed. */
export function connectionError(error: unknown, proxy: string): ApiError {
  if (error instanceof ApiError) return error
  const { code, message } = error as { code?: string; message?: string } // anything may be thrown
  const text = `${code} ${message}`
  const known = SIGNS.find(({ sign, ofProxies }) => sign.test(text) && (proxy !== '' || !ofProxies))
  const failure = relayError(known?.means ?? 'upstream_unreachable')
  if (known || UNSENT.test(text)) failure.isUnsent = true
  return failure
}

/** Nothing accepted the connection, in the words of Bun's `fetch` and Node's sockets. */
const UNSENT = /ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEOUT|EHOSTUNREACH|ENETUNREACH/

interface Sign {
  sign: RegExp
  means: RelayErrorCode
  /** Applies only with a proxy. */
  ofProxies?: true
}

/** In the words of Bun's `fetch` and WebSockets and of socks-proxy-agent; the first match counts. */
const SIGNS: readonly Sign[] = [
  {
    sign: /tunnel: 40[137]|Proxy authentication required|Authentication failed|no accepted authentication|NotAllowed/,
    means: 'proxy_refused',
    ofProxies: true,
  },
  {
    sign: /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|invalid Socks/,
    means: 'proxy_unreachable',
    ofProxies: true,
  },
  { sign: /CERT|SELF_SIGNED|UNABLE_TO_|certificate/, means: 'certificate_not_trusted' },
]
