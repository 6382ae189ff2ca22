import { logOf, type Source } from '../sources/source.ts'
import { cellsOf } from './cells.ts'

const WHOLE = ['id', 'user_id', 'created_at', 'type', 'quota', 'prompt_tokens', 'completion_tokens', 'channel_id']
const LATER = ['token_id', 'use_time', 'elapsed_time']

/**
 * Refuses a log with numbers that are not whole, or beyond 2^53, before anything is written: it comes last, when all else is here.
 *
 * @throws SourceProblem
 */
export function refuseUnreadableLog(source: Source, since: number): void {
  const { database, columns, hasLogs } = logOf(source)
  const there = columns.get('logs')
  if (!there || !hasLogs) return
  const checked = [...WHOLE, ...LATER].filter(column => there.includes(column))
  const unusual = checked.map(
    name => `cast("${name}" as text) <> '' and (cast("${name}" as text) <> cast(cast("${name}" as integer) as text)
      or cast("${name}" as integer) not between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER})`,
  )
  const rows = database.query<Record<string, string | null>, [number]>(
    `select ${checked.map(name => `cast("${name}" as text) as "${name}"`)} from logs
    where cast(created_at as integer) >= ? and (${unusual.join(' or ')})`,
  )
  for (const row of rows.iterate(since)) {
    const cells = cellsOf(row, 'logs')
    for (const column of checked) cells.whole(column)
  }
}
