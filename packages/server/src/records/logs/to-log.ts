import { type Language, LOG_TYPE, type Log } from '@tollgate/contract'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import type { RecordsContext } from '../context.ts'
import { conversationName } from './conversation-name.ts'
import { contentIn } from './message.ts'
import type { FoundLog } from './store.ts'

/** The reader's language and the site's options. */
interface Reader {
  language: Language
  options: RecordsContext['options']
}

/** Makes a log row as administrators see it. */
export const toLog =
  ({ language, options }: Reader) =>
  ({
    channel_id,
    channel_name,
    is_stream,
    code,
    error_code,
    first_token_ms,
    cache_tokens,
    cache_saved,
    ...row
  }: FoundLog): Log => {
    const content = contentIn({ ...row, error_code }, language, quotaWriter(options))
    return {
      ...row,
      conversation: conversationName(row),
      content,
      ...(row.type === LOG_TYPE.error && content !== row.content && { told: row.content }),
      channel: channel_id,
      channel_name: channel_name ?? '',
      is_stream: is_stream === 1,
    }
  }

/** Makes a log row as its own user sees it, without channels. */
export const toOwnLog =
  (reader: Reader) =>
  (row: FoundLog): Log => ({ ...toLog(reader)(row), channel: 0, channel_name: '', other: withoutAdminInfo(row.other) })

/** Imported rows may contain anything; unreadable parts are omitted. */
function withoutAdminInfo(other: string): string {
  if (!other.includes('admin_info') && !other.includes('\\u')) return other
  try {
    const { admin_info, ...rest } = JSON.parse(other) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return ''
  }
}
