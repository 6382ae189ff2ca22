type Answer = Response | undefined | null
type Handle = (request: never, server: never) => Answer | Promise<Answer>
type Route<Each extends Handle> = Each | Record<string, Each>

/**
 * Once `isLeaving`, closes each connection after its next response; the client's next connection then reaches the new
 * owner of the port.
 */
export function lastOfConnection<Each extends Handle>(handle: Each, isLeaving: () => boolean): Each {
  return ((request: never, server: never) => {
    const answer = handle(request, server)
    if (!isLeaving()) return answer
    return answer instanceof Promise ? answer.then(closing) : closing(answer)
  }) as Each // same shape
}

/** Wraps every route of a listener this way. */
export const routesOfLast = <Each extends Handle>(
  routes: Record<string, Route<Each>>,
  isLeaving: () => boolean,
): typeof routes =>
  Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [
      path,
      typeof route === 'function'
        ? lastOfConnection(route, isLeaving)
        : Object.fromEntries(
            Object.entries(route).map(([method, handle]) => [method, lastOfConnection(handle, isLeaving)]),
          ),
    ]),
  )

/** An upgraded connection has no response. */
function closing(answer: Answer): Answer {
  answer?.headers.set('connection', 'close')
  return answer
}
