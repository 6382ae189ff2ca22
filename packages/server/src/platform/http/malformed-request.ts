/**
 * Returns a 400 for a request that no route can serve: a tunnel, an invalid or repeated host, a path with a zero byte;
 * else null.
 */
export function rejectMalformed(request: Request): Response | null {
  if (
    request.method !== 'CONNECT' &&
    !hasSeveralHosts(request) &&
    URL.canParse(request.url) &&
    !hasZeroByte(request.url)
  )
    return null
  return new Response('Bad request: the address or the Host header is malformed, or the request asks for a tunnel\n', {
    status: 400,
  })
}

/** Puts the same check before every route. */
export function wellFormedOnly<Handle extends (request: Request, ...more: never[]) => unknown>(
  routes: Record<string, Handle | Record<string, Handle>>,
): typeof routes {
  const guarded = (handle: Handle): Handle =>
    ((request: Request, ...more: never[]) => rejectMalformed(request) ?? handle(request, ...more)) as Handle // same shape
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

/** No file or model name contains a zero byte, and PostgreSQL cannot store one. */
function hasZeroByte(url: string): boolean {
  const at = url.indexOf('%00')
  return at !== -1 && !url.slice(0, at).includes('?')
}
