import { cacheSavingsOf, LOG_TYPE, type Log, type LogOther, logColumns } from '@tollgate/contract'

/** A row of the log with `other` parsed. */
export interface ExportedRow {
  log: Log
  other: LogOther
}

type Value = string | number

const typeNames = new Map<number, string>(Object.entries(LOG_TYPE).map(([name, type]) => [type, name]))

/** Columns that are computed, or whose name or values differ from the API's. */
const workedOut: Record<string, (row: ExportedRow) => Value> = {
  time: ({ log }) => new Date(log.created_at * 1000).toISOString(),
  type: ({ log }) => typeNames.get(log.type) ?? log.type,
  first_token_ms: ({ other }) => numberOr(other.frt),
  cache_tokens: ({ other }) => numberOr(other.cache_tokens),
  cache_saved: ({ other }) => cacheSavingsOf(other) || '',
  error_code: ({ other }) => textOr(other.error_code),
  channels_tried: ({ other }) => listOr(other.admin_info?.use_channel),
  ip: ({ other }) => textOr(other.admin_info?.ip),
}

const exportedBy = (audience: 'everybody' | 'admins') =>
  logColumns
    .filter(({ exported, adminOnly }) => exported && (audience === 'admins') === (adminOnly === true))
    .map(({ name, api }) => api ?? name)

/** The columns of the file, in order. New columns come last, so that existing spreadsheets keep working. */
const forAll: readonly string[] = [
  ...['id', 'time', 'type', 'token_name', 'group', 'model_name', 'is_stream', 'use_time', 'first_token_ms'],
  ...['prompt_tokens', 'cache_tokens', 'cache_saved', 'completion_tokens', 'quota', 'error_code', 'content'],
  ...['request_id', 'conversation'],
  ...exportedBy('everybody'),
]
const forAdmins: readonly string[] = [
  ...['user_id', 'username', 'channel', 'channel_name', 'channels_tried', 'ip'],
  ...exportedBy('admins'),
]

export const exportColumns = (isAdmin: boolean): readonly string[] => (isAdmin ? [...forAll, ...forAdmins] : forAll)

/** The values of these columns. */
export const exportValues = (row: ExportedRow, isAdmin: boolean): Value[] =>
  exportColumns(isAdmin).map(name => {
    const special = workedOut[name]
    if (special) return special(row)
    const value = row.log[name as keyof Log]
    return typeof value === 'boolean' ? Number(value) : (value ?? '')
  })

// Imported rows may contain anything in `other`.
const numberOr = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : '')
const textOr = (value: unknown) => (typeof value === 'string' ? value : '')
const listOr = (value: unknown) => (Array.isArray(value) ? value.join(' ') : '')
