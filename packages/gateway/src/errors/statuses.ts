import { asNumber, type JsonObject } from '../raw/json.ts'

/** Anthropic's error type for an HTTP status. https://docs.anthropic.com/en/api/errors */
export const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** OpenAI's error type for an HTTP status. https://platform.openai.com/docs/guides/error-codes */
export const openAiTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
}

/** Google's status name for an HTTP status. https://cloud.google.com/apis/design/errors#handling_errors */
export const geminiStatuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** Returns a table's word for a status; an unlisted status is treated as 400 or 500. */
export const wordFor = (words: Readonly<Record<number, string>>, status: number): string =>
  words[status] ?? words[status < 500 ? 400 : 500] ?? ''

const byStatus = (words: Readonly<Record<number, string>>) =>
  Object.entries(words).map(([status, word]) => [word, Number(status)] as const)

// HTTP statuses by the word of an error inside a stream, in any dialect; such an error has no status of its own.
const statusByWord: ReadonlyMap<string, number> = new Map([
  ...byStatus(geminiStatuses),
  ...byStatus(anthropicTypes),
  ['invalid_api_key', 401],
  ['insufficient_quota', 429],
  ['rate_limit_exceeded', 429],
  ['server_error', 500],
])

/** Returns the HTTP status an error object names, by number or by word; 500 if it names none. */
export function statusOfError(error: JsonObject): number {
  const status = [error.status_code, error.code, error.status].map(asNumber).find(isFailureStatus)
  const word = [error.code, error.status, error.type].find(name => typeof name === 'string' && statusByWord.has(name))
  return status ?? statusByWord.get(String(word)) ?? 500
}

/** Returns whether this status may be sent as a failure. */
export const isFailureStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599
