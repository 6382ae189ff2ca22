/** What an upstream said went wrong, whatever its dialect. Free of hosts and keys. */
export interface UpstreamError {
  /** HTTP status, or the nearest one for an error inside a stream. */
  status: number
  message: string
  /** In the upstream's own words, as are `code` and `param`; null: not said. */
  type: string | null
  code: string | null
  param: string | null
}
