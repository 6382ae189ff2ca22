import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { ColumnType, Value } from '../../platform/storage/statements.ts'
import { storableJson, storableText } from '../../platform/storage/storable.ts'

export const LOG_COLUMNS = {
  user_id: 'bigint',
  created_at: 'bigint',
  type: 'bigint',
  content: 'text',
  username: 'text',
  token_name: 'text',
  model_name: 'text',
  quota: 'bigint',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  use_time: 'bigint',
  is_stream: 'bigint',
  channel_id: 'bigint',
  token_id: 'bigint',
  group: 'text',
  request_id: 'text',
  other: 'text',
  error_code: 'text',
  duration_ms: 'bigint',
  first_token_ms: 'bigint',
  cache_tokens: 'bigint',
  cache_saved: 'bigint',
  conversation: 'bigint',
} as const satisfies Partial<Record<keyof NewLogRow, ColumnType>>

/** Returns a log row's values in the order of `LOG_COLUMNS`, in a form that every database accepts. */
export function logValues(log: NewLogRow): Value[] {
  return [
    log.user_id,
    log.created_at,
    log.type,
    text(log.content),
    text(log.username),
    text(log.token_name),
    text(log.model_name),
    whole(log.quota),
    whole(log.prompt_tokens),
    whole(log.completion_tokens),
    whole(log.use_time),
    whole(log.is_stream),
    whole(log.channel_id),
    whole(log.token_id),
    text(log.group),
    text(log.request_id),
    storableJson(log.other ?? ''),
    text(log.error_code),
    whole(log.duration_ms),
    whole(log.first_token_ms ?? NO_FIRST_TOKEN),
    whole(log.cache_tokens),
    whole(log.cache_saved ?? 0),
    whole(log.conversation),
  ]
}

const NO_FIRST_TOKEN = -1

export const text = (value = '') => storableText(value)
export const whole = (value = 0) =>
  Number.isSafeInteger(value) ? value : Number.isFinite(value) ? Math.trunc(value) : 0
