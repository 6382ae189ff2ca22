import type { ChargeRule } from './charge-rule.ts'

/** One attempt of a call, as its log row keeps it for administrators. */
export interface AttemptNote {
  channel: number
  /** The id of its key, where the channel has several. */
  key?: string
  /** Of the upstream's answer; 0: none came. */
  status: number
  /** Milliseconds until its first bytes came, or it failed. */
  ms: number
  /** The upstream's own id of it. */
  upstream_request_id?: string
  /** The model it says it served. */
  served_model?: string
  /** Of the system that served it, as the upstream names it. */
  fingerprint?: string
  /** Why it failed: the upstream's words, or a code of the gateway's own. */
  reason?: string
  /** The code by which it is known why. */
  code?: string
  /** Where it failed after its request had been sent: the cell of the table of charges it falls into, and what it cost the user. */
  charge_rule?: ChargeRule
  quota?: number
  /** Where a time limit ended it, its upstream may still bill the operator for the prompt: its tokens by our estimate. */
  prompt_tokens?: number
}
