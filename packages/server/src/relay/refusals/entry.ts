import type { Language } from '@tollgate/contract'

/** A stable code's HTTP status, and its sentence in each language; `{name}` is filled in. */
export interface RefusalEntry extends Record<Language, string> {
  status: number
  /** The OpenAI error type; other dialects derive theirs from the status. */
  type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'api_error'
}

export const entry = (
  status: number,
  type: RefusalEntry['type'],
  zh: string,
  en: string,
  ru: string,
): RefusalEntry => ({
  status,
  type,
  zh,
  en,
  ru,
})
