import type { Redactor } from './redactor.ts'
import type { UpstreamError } from './upstream-error.ts'

const LONGEST_MESSAGE = 2000
/** Longer ones are not codes. */
const LONGEST_CODE = 200

/** Returns an upstream's error with its message redacted, and the code and type that are logged. */
export function redactError(error: UpstreamError, redactor: Redactor): UpstreamError {
  const { message, type, code, param } = error
  const short = (text: string | null) => text && redactor.all(text).slice(0, LONGEST_CODE)
  return {
    ...error,
    message: shortened(redactor.all(message)),
    type: short(type),
    code: short(code),
    param: short(param),
  }
}

/** Shortens after redaction, so that no half of a secret is left. */
const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message
