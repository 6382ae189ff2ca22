import { AmbiguousMember, JsonTooComplex, MalformedJson } from '@tollgate/gateway'
import { relayError } from '../call/relay-error.ts'

/** Turns an error in a request's JSON into the ApiError for its client; returns any other error unchanged. */
export function asRequestError(error: unknown): unknown {
  if (error instanceof AmbiguousMember) return relayError('member_ambiguous', { member: error.member })
  if (error instanceof JsonTooComplex) return relayError('body_too_complex', { limit: error.limit })
  if (error instanceof MalformedJson) return relayError('body_not_json', { reason: error.message })
  return error
}
