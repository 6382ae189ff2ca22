import { z } from 'zod'

export const log = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  type: z.number().int(),
  content: z.string(),
  user_id: z.number().int(),
  username: z.string(),
  token_id: z.number().int(),
  token_name: z.string(),
  model_name: z.string(),
  group: z.string(),
  quota: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Seconds. */
  use_time: z.number().int(),
  is_stream: z.boolean(),
  /** Channel id; 0 when there was none. Admins only, like `channel_name`. */
  channel: z.number().int(),
  channel_name: z.string(),
  request_id: z.string(),
  /** JSON text of `LogOther`. */
  other: z.string(),
})
export type Log = z.output<typeof log>

/** What `other` may hold: all numbers needed to work the charge out again, and how the call went. */
export interface LogOther {
  /** Every log row of one request shares it. */
  request_path?: string
  model_ratio?: number
  completion_ratio?: number
  group_ratio?: number
  /** US dollars a call; -1 when the model is priced by tokens. */
  model_price?: number
  cache_tokens?: number
  cache_ratio?: number
  cache_creation_tokens?: number
  cache_creation_tokens_5m?: number
  cache_creation_tokens_1h?: number
  cache_creation_ratio?: number
  /** Fresh text input, the rest being listed by itself. */
  text_input?: number
  text_output?: number
  reasoning_tokens?: number
  audio_input?: number
  audio_output?: number
  audio_ratio?: number
  audio_completion_ratio?: number
  image_input?: number
  image_output?: number
  image_ratio?: number
  tool_calls?: { name: string; count: number; price: number }[]
  /** Quota for one dollar when the request was priced. */
  quota_per_unit?: number
  /** The charge as its lines, each in quota before rounding. */
  receipt?: { line: string; count: number; ratio: number; quota: number }[]
  claude?: boolean
  is_model_mapped?: boolean
  upstream_model_name?: string
  /** Milliseconds to the first token; -1000 when none came. */
  frt?: number
  reasoning_effort?: string
  /** How the counts came about when the upstream's were missing or not to be believed. */
  usage_source?: 'upstream' | 'estimated' | 'clamped'
  losses?: string[]
  error_type?: string
  error_code?: string
  status_code?: number
  client_gone?: boolean
  admin_info?: { use_channel: string[] }
}

export const logStat = z.object({ quota: z.number(), rpm: z.number(), tpm: z.number() })
export type LogStat = z.output<typeof logStat>
