/** An upstream's error, in any dialect; free of hosts and keys after `redactError`. */
export interface UpstreamError {
  /** HTTP status, or the nearest one for an error inside a stream. */
  status: number
  message: string
  /** In the upstream's own words, like `code` and `param`; null: not given. */
  type: string | null
  code: string | null
  param: string | null
}

/** The upstream's response is in no known format. */
export const UNREADABLE: UpstreamError = {
  status: 502,
  message: 'The upstream answered with something that cannot be read',
  type: 'upstream_error',
  code: 'malformed_answer',
  param: null,
}
