import { cacheSavingsOf, LOG_TYPE, type Log, type LogOther } from '@tollgate/contract'

/** A row of the log with `other` parsed. */
export interface ExportedRow {
  log: Log
  other: LogOther
}

interface ExportColumn {
  name: string
  value(row: ExportedRow): string | number
}

const typeNames = new Map<number, string>(Object.entries(LOG_TYPE).map(([name, type]) => [type, name]))

/** The columns of the file, in order. Names are those of the console's API. */
const forAll: readonly ExportColumn[] = [
  { name: 'id', value: ({ log }) => log.id },
  { name: 'time', value: ({ log }) => new Date(log.created_at * 1000).toISOString() },
  { name: 'type', value: ({ log }) => typeNames.get(log.type) ?? log.type },
  { name: 'token_name', value: ({ log }) => log.token_name },
  { name: 'group', value: ({ log }) => log.group },
  { name: 'model_name', value: ({ log }) => log.model_name },
  { name: 'is_stream', value: ({ log }) => Number(log.is_stream) },
  { name: 'use_time', value: ({ log }) => log.use_time },
  { name: 'first_token_ms', value: ({ other }) => numberOr(other.frt) },
  { name: 'prompt_tokens', value: ({ log }) => log.prompt_tokens },
  { name: 'cache_tokens', value: ({ other }) => numberOr(other.cache_tokens) },
  { name: 'cache_saved', value: ({ other }) => cacheSavingsOf(other) || '' },
  { name: 'completion_tokens', value: ({ log }) => log.completion_tokens },
  { name: 'quota', value: ({ log }) => log.quota },
  { name: 'error_code', value: ({ other }) => textOr(other.error_code) },
  { name: 'content', value: ({ log }) => log.content },
  { name: 'request_id', value: ({ log }) => log.request_id },
  { name: 'conversation', value: ({ log }) => log.conversation },
]
const forAdmins: readonly ExportColumn[] = [
  { name: 'user_id', value: ({ log }) => log.user_id },
  { name: 'username', value: ({ log }) => log.username },
  { name: 'channel', value: ({ log }) => log.channel },
  { name: 'channel_name', value: ({ log }) => log.channel_name },
  { name: 'channels_tried', value: ({ other }) => listOr(other.admin_info?.use_channel) },
  { name: 'ip', value: ({ other }) => textOr(other.admin_info?.ip) },
]

export const exportColumns = (isAdmin: boolean): readonly ExportColumn[] =>
  isAdmin ? [...forAll, ...forAdmins] : forAll

// Imported rows may say anything in `other`.
const numberOr = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : '')
const textOr = (value: unknown) => (typeof value === 'string' ? value : '')
const listOr = (value: unknown) => (Array.isArray(value) ? value.join(' ') : '')
