/**
 * Returns a 400 for a request that no route can serve: a tunnel, an invalid or repeated host, a path with a zero byte;
 * else null.
 */
export function rejectMalformed(request: Request): Response | null {
  if (
    request.method !== 'CONNECT' &&
    !hasSeveralHosts(request) &&
    hasUsualOrigin(request.url) &&
    !hasZeroByte(request.url)
  )
    return null
  return new Response('Bad request: the address or the Host header is malformed, or the request asks for a tunnel\n', {
    status: 400,
  })
}

/** Adds the same check before every route. */
export function wellFormedOnly<Handle extends (request: Request, listener: never) => unknown>(
  routes: Record<string, Handle | Record<string, Handle>>,
): typeof routes {
  const guarded = (handle: Handle): Handle =>
    ((request: Request, listener: never) => rejectMalformed(request) ?? handle(request, listener)) as Handle // same shape
  return Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [
      path,
      typeof route === 'function'
        ? guarded(route)
        : Object.fromEntries(Object.entries(route).map(([method, handle]) => [method, guarded(handle)])),
    ]),
  )
}

/** The listener joins headers of the same name, and no host contains a comma. */
const hasSeveralHosts = ({ headers }: Request): boolean => headers.get('host')?.includes(',') === true

/**
 * The last valid origin. Whether a URL can be parsed depends on its origin alone, and most requests name the same host.
 */
let usualOrigin = ''

function hasUsualOrigin(url: string): boolean {
  if (usualOrigin !== '' && url.startsWith(usualOrigin)) return true
  if (!URL.canParse(url)) return false
  const end = url.indexOf('/', url.indexOf('//') + 2)
  usualOrigin = end === -1 ? '' : url.slice(0, end + 1)
  return true
}

/** No name of a file or model has a zero byte, and PostgreSQL cannot store one. */
function hasZeroByte(url: string): boolean {
  const at = url.indexOf('%00')
  return at !== -1 && !url.slice(0, at).includes('?')
}
