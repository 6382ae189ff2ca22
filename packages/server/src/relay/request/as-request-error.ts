import { AmbiguousMember, JsonTooComplex, MalformedJson } from '@tollgate/gateway'
import { relayError } from '../errors/relay-error.ts'

/** What is wrong with a request's JSON, as its client is told; any other error stays itself. */
export function asRequestError(error: unknown): unknown {
  if (error instanceof AmbiguousMember) return relayError('member_ambiguous', { member: error.member })
  if (error instanceof JsonTooComplex) return relayError('body_too_complex', { limit: error.limit })
  if (error instanceof MalformedJson) return relayError('body_not_json', { reason: error.message })
  return error
}
