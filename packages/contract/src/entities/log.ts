import { z } from 'zod'
import type { AttemptNote } from './attempt-note.ts'
import type { ChargeRule } from './charge-rule.ts'
import { logFields } from './log-columns.ts'
import type { RoutingNote } from './routing-note.ts'

/** A row of the log; `log-columns.ts` says what its fields mean. */
export const log = z.object(logFields)
export type Log = z.output<typeof log>

/** The content of a row that is not a call: a stable code, and the values in its sentence. */
export interface LogMessage {
  code: string
  values: Record<string, LogValue | { changes: LogChange[] }>
}

/** A text, an amount of quota, the name of a word, or the sentence of a failed call's code. */
export type LogValue = string | number | { quota: number } | { word: string } | { sentence: string; code: string }

/** A field that changed. Of what may be secret it is only said that it did. */
export interface LogChange {
  field: string
  before?: LogValue
  after?: LogValue
}

/**
 * What `other` may hold: how the call went, and every number needed to work its charge out again (`receiptOf`). A count
 * that is absent is 0, a ratio that is absent is 1.
 */
export interface LogOther {
  message?: LogMessage
  /** The endpoint the client called. */
  request_path?: string

  /** Quota for one US dollar when the request was priced. */
  quota_per_unit?: number
  group_ratio?: number
  /** US dollars a call; -1 when the model is priced by tokens. */
  model_price?: number
  /** Priced by call: how many images, or calls, were made, and what their size and quality multiply the price by. */
  call_count?: number
  size_ratio?: number
  quality_ratio?: number
  /** Quota a text token costs; the ratios that follow multiply it. */
  model_ratio?: number
  completion_ratio?: number
  /** Fresh text input, the rest being listed by itself. */
  text_input?: number
  /** Text output, reasoning included. */
  text_output?: number
  reasoning_tokens?: number
  cache_tokens?: number
  cache_ratio?: number
  /** The two that follow, together. */
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
  /** Calls of tools the upstream bills by itself; prices in US dollars a thousand calls. */
  tool_calls?: { name: string; count: number; price: number }[]
  /** Quota of the charge that was no longer in the wallet. */
  uncollected?: number

  claude?: boolean
  is_model_mapped?: boolean
  upstream_model_name?: string
  /** Milliseconds to the first token; -1000 when none came. */
  frt?: number
  reasoning_effort?: string
  /** Where the counts come from when the upstream's were missing or impossible. */
  usage_source?: 'upstream' | 'estimated' | 'clamped'
  /** How much of an estimated prompt was charged as read from the cache, 0 to 1: as much as of the conversation's last one. */
  cached_share?: number
  /** Which of the upstream's counts were impossible. */
  suspect_counts?: string[]
  /** The cell of the table of charges that was applied: `docs/charging.md`. */
  charge_rule?: ChargeRule
  /** What a service level multiplied the price by, by its member and word: `service_tier=priority`. */
  service_factors?: Record<string, number>
  /** Something else than the model asked for served it: the price that was applied instead, being dearer. */
  served_price?: {
    /** The price of the model the answer names, or what the upstream says it cost. */
    by: 'served_model' | 'upstream_cost'
    /** As the answer names it; empty: it has no price. */
    model: string
    /** What the model asked for would have cost, in quota. */
    asked_quota: number
  }
  /** The charge could not be written when the response ended, and was written later. */
  settled_late?: boolean
  /** What the output limit was lowered to, in tokens, because the remaining quota paid for no more. */
  output_limit?: number
  losses?: string[]
  error_type?: string
  error_code?: string
  status_code?: number
  client_gone?: boolean
  /** The stream was stopped where the balance ended. */
  wallet_empty?: boolean
  /** It is what a batch cost: the requests of one model in it that succeeded, and the share of the usual price they cost. */
  batch?: { id: string; requests: number; succeeded: number; price_share: number }
  /** It is a task that went on after the call, and what its price was multiplied by. */
  task?: { id: string; factors: Record<string, number> }
  /** Of a call whose process died: its id in the ledger. */
  call_id?: string
  /** Who called from where, and which channels were tried, and what came of it. For administrators. */
  admin_info?: {
    use_channel?: string[]
    routing?: RoutingNote
    attempts?: AttemptNote[]
    /** Our own count of tokens, beside the billed one. Of long requests it is not always made. */
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
  /** Rows there were when it was asked for. */
  total: z.number().int(),
  deleted: z.number().int(),
  asked_at: z.number().int(),
  /** 0: it is still going on. */
  finished_at: z.number().int(),
})
export type LogCleanUp = z.output<typeof logCleanUp>

export const logStat = z.object({ quota: z.number(), rpm: z.number(), tpm: z.number() })
export type LogStat = z.output<typeof logStat>
