import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()
const SAFE = /^[\w.:-]{1,128}$/

/** Runs `act`, whose log lines name the request. Not for every relayed call: there the id is passed by hand, which costs less. */
export const withRequestId = <Result>(requestId: string, act: () => Result): Result => current.run(requestId, act)

/** What a log line says of the request it belongs to. */
export function requestOfLine(): { requestId?: string } {
  const requestId = current.getStore()
  return requestId === undefined ? {} : { requestId }
}

/** The client's `X-Request-Id`, where it is usable; null: it gave none. */
export function requestIdOf(headers: Headers): string | null {
  const given = headers.get('x-request-id')
  return given && SAFE.test(given) ? given : null
}
