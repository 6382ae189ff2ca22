import { isHarmless } from './content-type.ts'

const BYTES = 'application/octet-stream'

/**
 * What browsers are told of every answer of the relay. It is inert: opened as a page it runs nothing and is taken for
 * nothing but what it says it is. Pages of the origins let in may read it, with a key they were given: no cookie counts.
 *
 * @param origins those let in; empty: all
 */
export function tellBrowsers({ headers }: Response, request: Request, origins: readonly string[]): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', "sandbox; default-src 'none'")
  if (!isHarmless(headers.get('content-type') ?? BYTES)) headers.set('content-type', BYTES)
  const origin = request.headers.get('origin')
  if (origin !== null) letIn(headers, origin, origins)
}

/** The answer to a browser that asks before it calls. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function answerPreflight(request: Request, origins: readonly string[]): Response {
  const response = new Response(null, { status: 204, headers: PREFLIGHT })
  tellBrowsers(response, request, origins)
  return response
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // Whatever the clients' libraries add; the star leaves out this one alone.
  'access-control-allow-headers': 'authorization, *',
  'access-control-max-age': '7200',
}

function letIn(headers: Headers, origin: string, origins: readonly string[]): void {
  if (origins.length > 0) headers.append('vary', 'origin')
  if (origins.length > 0 && !origins.includes(origin.toLowerCase())) return
  headers.set('access-control-allow-origin', origins.length > 0 ? origin : '*')
  headers.set('access-control-expose-headers', '*')
}
