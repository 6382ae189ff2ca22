import type { ErrorResponse } from '../../relay/errors/error-response.ts'

/** The close code of a session without a failure. */
export const NORMAL_CLOSURE = 1000

/** By error code, else by status. https://www.iana.org/assignments/websocket */
const BY_CODE: Readonly<Record<string, number>> = {
  shutting_down: 1012,
  upstream_too_large: 1009,
  sensitive_words_detected: 1008,
  sensitive_words_answered: 1008,
}
const BY_STATUS: Readonly<Record<number, number>> = {
  401: 1008,
  403: 1008,
  408: 1008,
  429: 1013,
  502: 1014,
  503: 1013,
  504: 1014,
}
const UNEXPECTED = 1011

export const closeCodeOf = ({ code, status }: Pick<ErrorResponse, 'code' | 'status'>): number =>
  BY_CODE[code] ?? BY_STATUS[status] ?? UNEXPECTED

/** Whether the session continues after an error: a faulty message, or one beyond a limit. */
export const isRecoverable = ({ status }: Pick<ErrorResponse, 'status'>): boolean => status === 400 || status === 429
