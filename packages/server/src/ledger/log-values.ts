import type { NewLogRow } from '../storage/schema.ts'
import type { ColumnType, Value } from '../storage/statements.ts'

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
    text(log.other),
  ]
}

export const HOUR_SECONDS = 3600

/** Sums charged calls up for the dashboard: one row for each user, model and hour, in order of appearance. */
export function figureRows(logs: readonly NewLogRow[]): Value[][] {
  const rows = new Map<string, { log: NewLogRow; hour: number; tokens: number; count: number; quota: number }>()
  for (const log of logs) {
    const hour = log.created_at - (log.created_at % HOUR_SECONDS)
    const key = JSON.stringify([log.user_id, log.model_name, hour])
    const row = rows.get(key) ?? { log, hour, tokens: 0, count: 0, quota: 0 }
    row.tokens += whole(log.prompt_tokens) + whole(log.completion_tokens)
    row.count += 1
    row.quota += whole(log.quota)
    rows.set(key, row)
  }
  return [...rows.values()].map(({ log, hour, tokens, count, quota }) => [
    log.user_id,
    text(log.username),
    text(log.model_name),
    hour,
    tokens,
    count,
    quota,
  ])
}

// PostgreSQL stores neither zero bytes nor lone surrogates.
const text = (value = '') => (value.includes('\0') ? value.replaceAll('\0', '') : value).toWellFormed()
const whole = (value = 0) => (Number.isSafeInteger(value) ? value : Number.isFinite(value) ? Math.trunc(value) : 0)
