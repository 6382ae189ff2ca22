import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()
const SAFE = /^[\w.:-]{1,128}$/

/** Runs `act`, whose log lines then contain the request id. Relayed calls pass the id explicitly, which is cheaper. */
export const withRequestId = <Result>(requestId: string, act: () => Result): Result => current.run(requestId, act)

/** The request fields of a log line. */
export function requestOfLine(): { requestId?: string } {
  const requestId = current.getStore()
  return requestId === undefined ? {} : { requestId }
}

/** The client's `X-Request-Id` if it is usable, else null. */
export function requestIdOf(headers: Headers): string | null {
  const given = headers.get('x-request-id')
  return given && SAFE.test(given) ? given : null
}
