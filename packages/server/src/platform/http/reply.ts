import type { ConsoleLanguage, Reply } from '@tollgate/contract'
import type { ApiError } from './api-error.ts'
import { ExtendedReply } from './serve.ts'

/** Wraps a handler's result in the envelope; a `Response` is returned unchanged. */
export function success(result: unknown, headers: Headers): Response {
  if (result instanceof Response) return result
  const { data, extras } = result instanceof ExtendedReply ? result : { data: result, extras: {} }
  return Response.json({ success: true, message: '', data: data ?? null, ...extras }, { headers })
}

/** Makes the envelope of a failure, with its HTTP status and its sentence in the caller's language. */
export function failure(error: ApiError, language: ConsoleLanguage, headers = new Headers()): Response {
  const { code, parameters, field, data, status } = error
  const body: Reply<unknown> = {
    success: false,
    message: error.sentence(language),
    code,
    ...(field && { field }),
    ...(data !== undefined && { data }),
  }
  if (parameters.retryAfter !== undefined) headers.set('Retry-After', String(parameters.retryAfter))
  return Response.json(body, { status, headers })
}
