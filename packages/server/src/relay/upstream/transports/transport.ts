import type { PollCall, StopCall } from '@tollgate/gateway'
import type { Body } from '../body.ts'

/** Where an upstream is reached, and how. */
export interface Destination {
  url: string
  headers: Record<string, string>
  /** `http`, `https`, `socks5` or `socks5h`, credentials included; empty: straight. */
  proxy: string
}

/** A call to an upstream, written out. */
export interface UpstreamRequest extends Destination {
  /** Absent: `POST`, which alone has a body. */
  method?: 'GET' | 'DELETE' | undefined
  body: Body
  /** What tells the upstream to stop, when the signal is aborted while the response is read. `heard`: the beginning of that. */
  stop?: ((heard: string) => StopCall | null) | undefined
  /** Where the answer of a task is asked for; null: the body is the answer. Absent: every body is. */
  poll?: ((body: string) => PollCall | null) | undefined
  /** Its abort ends the call, also while the response is being read. */
  signal: AbortSignal
}

/**
 * Sends a call and returns the head of what comes back, its body still to be read. Has no time limit of its own: whoever
 * calls aborts the signal.
 *
 * @throws an ApiError, or whatever kept it from being sent or answered, which `unreached.ts` makes one of
 */
export type Transport = (request: UpstreamRequest) => Promise<Response>

/** Seconds each; 0: no limit. */
export interface TimeLimits {
  connectSeconds: number
  firstByteSeconds: number
  idleSeconds: number
}
