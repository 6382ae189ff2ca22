import { type ErrorCode, errorMessage, errors, type Language, type Reply } from '@tollgate/contract'
import type { Fault } from './fault.ts'
import { Answer } from './serve.ts'

/** The envelope around what a handler returned; a whole response of its own goes out as it is. */
export function success(result: unknown, headers: Headers): Response {
  if (result instanceof Response) return result
  const { data, more } = result instanceof Answer ? result : { data: result, more: {} }
  return Response.json({ success: true, message: '', data: data ?? null, ...more }, { headers })
}

/** The envelope around a failure, with its HTTP status and its sentence in the caller's language. */
export function failure(fault: Fault, language: Language, headers = new Headers()): Response {
  const { code, parameters, field, data } = fault
  const body: Reply<string> = {
    success: false,
    message: errorMessage(code, language, parameters),
    code,
    ...(field && { field }),
    ...(data && { data }),
  }
  if (parameters.retryAfter !== undefined) headers.set('Retry-After', String(parameters.retryAfter))
  return Response.json(body, { status: statusOf(code), headers })
}

const statusOf = (code: ErrorCode): number => errors[code]
