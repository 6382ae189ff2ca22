import type { ChargeRule } from './charge-rule.ts'

/** One attempt of a call, as its log row stores it for administrators. */
export interface AttemptNote {
  channel: number
  /** The id of its key, if the channel has several. */
  key?: string
  /** Status of the upstream's response; 0: none came. */
  status: number
  /** Milliseconds to the first bytes, or to the failure. */
  ms: number
  /** The upstream's own request id. */
  upstream_request_id?: string
  /** The model that the upstream reports. */
  served_model?: string
  /** The fingerprint of the system that served it, as the upstream reports it. */
  fingerprint?: string
  /** Why it failed: the upstream's words, or a code of the gateway's. */
  reason?: string
  /** The error code of the failure. */
  code?: string
  /** If it failed after its request had been sent: its cell in the table of charges, and what it cost the user. */
  charge_rule?: ChargeRule
  quota?: number
  /** If a time limit ended it, the upstream may still bill the operator for the prompt: its estimated tokens. */
  prompt_tokens?: number
}
