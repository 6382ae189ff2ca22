import { ApiError } from '../../api-error.ts'
import { type RelayErrorCode, relayError } from '../errors/relay-error.ts'

/** Why a call got no answer, by what came of sending it; with a proxy on the way, whose fault it is. */
export function whyUnreached(error: unknown, proxy: string): ApiError {
  if (error instanceof ApiError) return error
  const { code, message } = error as { code?: string; message?: string } // whatever was thrown, it has these or nothing
  const said = `${code} ${message}`
  const known = SIGNS.find(({ sign, ofProxies }) => sign.test(said) && (proxy !== '' || !ofProxies))
  return relayError(known?.means ?? 'upstream_unreachable')
}

interface Sign {
  sign: RegExp
  means: RelayErrorCode
  /** Means nothing where there is no proxy. */
  ofProxies?: true
}

/** As Bun's `fetch` and its WebSockets and socks-proxy-agent word it; the first that fits counts. */
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
