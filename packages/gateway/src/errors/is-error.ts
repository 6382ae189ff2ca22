import { objectOrEmpty, tryParse } from '../raw/json.ts'
import type { ErrorDialect } from './write-error.ts'

/** Returns whether a body is an error in a client's dialect: hosts that speak it may refuse in another. */
export function isErrorOf({ bodyType }: ErrorDialect, body: string): boolean {
  const { type, error } = objectOrEmpty(tryParse(body))
  return typeof objectOrEmpty(error).message === 'string' && (bodyType === undefined || type === bodyType)
}
