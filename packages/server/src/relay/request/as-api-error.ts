import { AmbiguousMember, JsonTooComplex, MalformedJson } from '@tollgate/gateway'
import { refuse } from '../errors/api-error.ts'

/** What is wrong with a request's JSON, as its client is told; any other error stays itself. */
export function asRequestRefusal(error: unknown): unknown {
  if (error instanceof AmbiguousMember) return refuse('member_ambiguous', { member: error.member })
  if (error instanceof JsonTooComplex) return refuse('body_too_complex', { limit: error.limit })
  if (error instanceof MalformedJson) return refuse('body_not_json', { reason: error.message })
  return error
}
