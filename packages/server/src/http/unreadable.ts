/** Answers 400 to a request that names nothing that could be here: a tunnel, a host that is none, a path with a zero byte. */
export function refuseUnreadable(request: Request): Response | null {
  if (request.method !== 'CONNECT' && URL.canParse(request.url) && !hasZeroByte(request.url)) return null
  return new Response(
    'Bad request: neither its address nor its Host header may be odd, and nothing is tunnelled here\n',
    {
      status: 400,
    },
  )
}

/** Routes behind the same door. */
export function readableOnly<Handle extends (request: Request, ...more: never[]) => unknown>(
  routes: Record<string, Handle | Record<string, Handle>>,
): typeof routes {
  const guarded = (handle: Handle): Handle =>
    ((request: Request, ...more: never[]) => refuseUnreadable(request) ?? handle(request, ...more)) as Handle // same shape
  return Object.fromEntries(
    Object.entries(routes).map(([path, plan]) => [
      path,
      typeof plan === 'function'
        ? guarded(plan)
        : Object.fromEntries(Object.entries(plan).map(([method, handle]) => [method, guarded(handle)])),
    ]),
  )
}

/** No file's name and no model's has one, and PostgreSQL takes none. */
function hasZeroByte(url: string): boolean {
  const at = url.indexOf('%00')
  return at !== -1 && !url.slice(0, at).includes('?')
}
