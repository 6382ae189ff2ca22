import { objectOrEmpty, tryParse } from '../raw/json.ts'
import type { ErrorDialect } from './write-error.ts'

/** Whether a body is an error as clients of a dialect know it: hosts that speak it may not say no in it. */
export function isErrorOf(dialect: ErrorDialect, body: string): boolean {
  const { type, error } = objectOrEmpty(tryParse(body))
  return typeof objectOrEmpty(error).message === 'string' && (dialect !== 'anthropic' || type === 'error')
}
