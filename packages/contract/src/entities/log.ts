import { z } from 'zod'
import type { AttemptNote } from './attempt-note.ts'
import type { ChargeRule } from './charge-rule.ts'
import { logFields } from './log-columns.ts'
import type { PriceLine } from './quote.ts'
import type { RoutingNote } from './routing-note.ts'

/** A row of the log; `log-columns.ts` says what its fields mean. */
export const log = z.object(logFields)
export type Log = z.output<typeof log>

/** The content of a row that is not a call: a stable code, and the values for its sentence. */
export interface LogMessage {
  code: string
  values: Record<string, LogValue | { changes: LogChange[] }>
}

/** A text, an amount of quota, the name of a word, names of rights, or the sentence of a failed call's code. */
export type LogValue =
  | string
  | number
  | { quota: number }
  | { word: string }
  | { rights: string[] }
  | { sentence: string; code: string }

/** A changed field. For possible secrets it says only that they changed. */
export interface LogChange {
  field: string
  before?: LogValue
  after?: LogValue
}

/** A line of a charge with its own price. */
export interface LoggedLine extends PriceLine {
  /** Tokens, calls, images, characters, or seconds of video or audio. */
  count: number
}

/**
 * The content of `other`: how the call went, and every number needed to compute its charge again (`receiptOf`). An
 * absent count is 0, an absent ratio is 1.
 */
export interface LogOther {
  message?: LogMessage
  /** The endpoint the client called. */
  request_path?: string

  /** Quota per US dollar when the request was priced. */
  quota_per_unit?: number
  group_ratio?: number
  /** The caller's group; absent: it is the call's. */
  user_group?: string
  /** The same as `group_ratio`, if that is the ratio between both groups; absent or below 0: it is the call's group's own. */
  user_group_ratio?: number
  /** US dollars per call; -1 if the model is priced by tokens. */
  model_price?: number
  /** For a price per call: the number of images or calls, and the factor for their size and quality. */
  call_count?: number
  size_ratio?: number
  quality_ratio?: number
  /** Quota per text token; the following ratios multiply it. */
  model_ratio?: number
  completion_ratio?: number
  /** Fresh text input; other input is listed separately. */
  text_input?: number
  /** Text output, including reasoning. */
  text_output?: number
  reasoning_tokens?: number
  cache_tokens?: number
  cache_ratio?: number
  /** The sum of the following two. */
  cache_creation_tokens?: number
  cache_creation_tokens_5m?: number
  cache_creation_tokens_1h?: number
  /** For five minutes; an hour costs 1.6 times as much. */
  cache_creation_ratio?: number
  audio_input?: number
  audio_output?: number
  audio_ratio?: number
  /** Multiplies `audio_ratio`. */
  audio_completion_ratio?: number
  image_input?: number
  image_output?: number
  image_ratio?: number
  /** Multiplies `image_ratio`. */
  image_completion_ratio?: number
  /** Calls of tools that the upstream bills separately; prices in US dollars per thousand calls. */
  tool_calls?: { name: string; count: number; price: number }[]
  /**
   * The lines of a price that ratios cannot express. They are charged instead of the counts above; tools are charged
   * additionally.
   */
  price_lines?: LoggedLine[]
  /** The part of the charge that the wallet could not pay. */
  uncollected?: number

  claude?: boolean
  is_model_mapped?: boolean
  upstream_model_name?: string
  /** Milliseconds to the first token; -1000 if none came. */
  frt?: number
  reasoning_effort?: string
  /** The source of the counts if the upstream's were missing or impossible. */
  usage_source?: 'upstream' | 'estimated' | 'clamped'
  /**
   * The share of an estimated prompt charged as read from the cache, 0 to 1: the same as in the conversation's last
   * prompt.
   */
  cached_share?: number
  /** The upstream's counts that were impossible. */
  suspect_counts?: string[]
  /** The cell of the table of charges that was applied: `docs/charging.md`. */
  charge_rule?: ChargeRule
  /** Service-level factors on the price, by member and value: `service_tier=priority`. */
  service_factors?: Record<string, number>
  /** Something other than the requested model served the answer: the higher price that was applied instead. */
  served_price?: {
    /** The price of the model the answer names, or the cost the upstream reports. */
    by: 'served_model' | 'upstream_cost'
    /** As the answer names it; empty: it has no price. */
    model: string
    /** What the requested model would have cost, in quota. */
    asked_quota: number
  }
  /** The charge could not be written when the response ended, and was written later. */
  settled_late?: boolean
  /** The lowered output limit in tokens, because the remaining quota could not pay for more. */
  output_limit?: number
  losses?: string[]
  error_type?: string
  error_code?: string
  status_code?: number
  client_gone?: boolean
  /** The stream was stopped because the balance ran out. */
  wallet_empty?: boolean
  /** The row charges a batch: the successful requests of one model in it, and their share of the usual price. */
  batch?: { id: string; requests: number; succeeded: number; price_share: number }
  /** The row charges a task that continued after the call, with the factors on its price. */
  task?: { id: string; factors: Record<string, number> }
  /** For a call of a team's token: the member who made the token. */
  member?: { id: number; name: string }
  /** For a call of a token of a team's project. */
  project?: { id: number; name: string }
  /**
   * The subscription that paid, the part of the charge that its windows did not cover, and what they counted if they count calls,
   * in thousandths of a call.
   */
  plan?: { id: number; name: string; wallet?: number; calls?: number }
  /** The call's id in the ledger; absent: `request_id`. */
  call_id?: string
  /** The caller and address, the channels tried, and the results. For administrators. */
  admin_info?: {
    use_channel?: string[]
    routing?: RoutingNote
    attempts?: AttemptNote[]
    /** Our own token counts, beside the billed ones. Long requests may lack them. */
    counted?: { input: number; output: number }
    ip?: string
    actor_id?: number
    user_agent?: string
  }
}

/** A deletion of old rows. Times are unix seconds. */
export const logCleanUp = z.object({
  /** Rows older than this. */
  before: z.number().int(),
  /** Rows when it was requested. */
  total: z.number().int(),
  deleted: z.number().int(),
  asked_at: z.number().int(),
  /** 0: still running. */
  finished_at: z.number().int(),
})
export type LogCleanUp = z.output<typeof logCleanUp>

export const logStat = z.object({ quota: z.number(), rpm: z.number(), tpm: z.number() })
export type LogStat = z.output<typeof logStat>
