/** What an upstream said went wrong, whatever its dialect; free of hosts and keys once it went through `redactError`. */
export interface UpstreamError {
  /** HTTP status, or the nearest one for an error inside a stream. */
  status: number
  message: string
  /** In the upstream's own words, as are `code` and `param`; null: not said. */
  type: string | null
  code: string | null
  param: string | null
}

/** What came is no answer in any form we know. */
export const UNREADABLE: UpstreamError = {
  status: 502,
  message: 'The upstream answered with something that cannot be read',
  type: 'upstream_error',
  code: 'malformed_answer',
  param: null,
}
