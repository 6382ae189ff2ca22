import type { PollCall, StopCall } from '@tollgate/gateway'
import type { Body } from '../body.ts'

/** Where an upstream is reached, and how. */
export interface Destination {
  url: string
  headers: Record<string, string>
  /** The proxy's URL: `http`, `https`, `socks5` or `socks5h`, with credentials. Empty: none. */
  proxy: string
}

/** A call to an upstream, ready to be sent. */
export interface UpstreamRequest extends Destination {
  /** Absent: `POST`, the only method with a body. */
  method?: 'GET' | 'DELETE' | undefined
  body: Body
  /** Returns the call that stops the upstream when the response is not read to the end. `heard`: the beginning of the response. */
  stop?: ((heard: string) => StopCall | null) | undefined
  /** Returns where to poll for a task's answer; null: the body is the answer. Absent: every body is one. */
  poll?: ((body: string) => PollCall | null) | undefined
  /** Its abort ends the call, even while the response is being read. */
  signal: AbortSignal
}

/**
 * Sends a call and returns the response with its body still to be read. Has no time limit of its own: the caller aborts the
 * signal.
 *
 * @throws ApiError, or a connection error, which `connectionError` turns into one
 */
export type Transport = (request: UpstreamRequest) => Promise<Response>

/** Seconds each; 0: no limit. */
export interface TimeLimits {
  connectSeconds: number
  firstByteSeconds: number
  idleSeconds: number
}
