import { isHarmless } from './content-type.ts'

const BYTES = 'application/octet-stream'

/**
 * Sets the browser headers of a response. They make it inert: opened as a page, it runs nothing, and its type is not
 * sniffed. Pages of allowed origins may read it; they authenticate with a key, never with a cookie.
 *
 * @param origins the allowed origins; empty: all
 */
export function setBrowserHeaders({ headers }: Response, request: Request, origins: readonly string[]): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', "sandbox; default-src 'none'")
  if (!isHarmless(headers.get('content-type') ?? BYTES)) headers.set('content-type', BYTES)
  const origin = request.headers.get('origin')
  if (origin !== null) allowOrigin(headers, origin, origins)
}

/** Answers a CORS preflight request. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function answerPreflight(request: Request, origins: readonly string[]): Response {
  const response = new Response(null, { status: 204, headers: PREFLIGHT })
  setBrowserHeaders(response, request, origins)
  return response
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // Client libraries add various headers; the star does not include `authorization`.
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': '7200',
}

function allowOrigin(headers: Headers, origin: string, origins: readonly string[]): void {
  if (origins.length > 0) headers.append('vary', 'origin')
  if (origins.length > 0 && !origins.includes(origin.toLowerCase())) return
  headers.set('access-control-allow-origin', origins.length > 0 ? origin : '*')
  headers.set('access-control-expose-headers', '*')
}
