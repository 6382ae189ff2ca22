import { type ConsoleLanguage, LOG_TYPE, type Log, logColumns } from '@tollgate/contract'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import type { StoredLogColumn } from '../../platform/storage/schema.ts'
import type { RecordsContext } from '../context.ts'
import { conversationName } from './conversation-name.ts'
import { contentIn } from './message.ts'
import type { FoundLog } from './store.ts'

/** The reader's language and the site's options. */
interface Reader {
  language: ConsoleLanguage
  options: RecordsContext['options']
}

const shown = logColumns
  .filter(({ api, stored }) => api !== null && stored !== 'nowhere')
  .map(({ name, api = name, kind }) => ({ name: name as StoredLogColumn, api: api ?? name, isFlag: kind === 'flag' }))

/** Makes a log row as administrators see it. */
export const toLog =
  ({ language, options }: Reader) =>
  (row: FoundLog): Log => {
    const content = contentIn(row, language, quotaWriter(options))
    return {
      // The contract makes the schema of these fields from the same table.
      ...(Object.fromEntries(shown.map(({ name, api, isFlag }) => [api, isFlag ? row[name] === 1 : row[name]])) as Log),
      tokens: row.prompt_tokens + row.completion_tokens,
      conversation: conversationName(row),
      content,
      ...(row.type === LOG_TYPE.error && content !== row.content && { told: row.content }),
      channel_name: row.channel_name ?? '',
    }
  }

const withoutAdmins = Object.fromEntries(
  logColumns.filter(({ adminOnly }) => adminOnly).map(({ name, api, kind }) => [api ?? name, kind === 'text' ? '' : 0]),
)

/** Makes a log row as its own user sees it, without channels. */
export const toOwnLog =
  (reader: Reader) =>
  (row: FoundLog): Log => ({ ...toLog(reader)(row), ...withoutAdmins, other: withoutAdminInfo(row.other) })

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
