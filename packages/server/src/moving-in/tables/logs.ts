import { LOG_TYPE } from '@tollgate/contract'
import type { DatabaseKind, Storage } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement, type Value } from '../../platform/storage/statements.ts'
import { IMPORTED_CODE } from '../../records/logs/imported-rows.ts'
import { logValues, WRITTEN_COLUMNS } from '../../records/logs/log-values.ts'
import { logOf, rowsOf, type Source } from '../sources/source.ts'
import { cellsOf, objectOf } from './cells.ts'
import type { Generation } from './generation.ts'
import { rememberTop } from './log-top.ts'
import { rememberedRows } from './move.ts'

/** Lower for SQLite, which looks up each numbered value of a statement among all others. */
const ROWS_AT_ONCE: Record<DatabaseKind, number> = { sqlite: 100, postgres: 2_000 }
const INTO = { table: 'logs', columns: { ...WRITTEN_COLUMNS, code: 'text' } } as const
const NO_END = Number.MAX_SAFE_INTEGER

/** The wanted part of the log: from this time on, in unix seconds; null: none. */
export type LogWindow = number | null

/** How many rows of the source's log are in a window. */
export function countLogs(source: Source, since: LogWindow): number {
  const { database, columns, hasLogs } = logOf(source)
  if (since === null || !columns.has('logs') || !hasLogs) return 0
  return (
    database
      .query<{ rows: number }, [number]>('select count(*) as rows from logs where cast(created_at as integer) >= ?')
      .get(since)?.rows ?? 0
  )
}

/**
 * Copies the log as history, newest first, in small transactions. Continues where an earlier run stopped. These rows have no
 * ledger entries.
 */
export async function moveLogs(
  { storage, source, generation, id }: { storage: Storage; source: Source; generation: Generation; id: string },
  since: LogWindow,
  onRows: (rows: number) => void = () => undefined,
): Promise<void> {
  const log = logOf(source)
  if (since === null || !log.columns.has('logs') || !log.hasLogs) return
  await rememberTop(storage.db, source, id)
  const { rowOf } = await rememberedRows(storage.db, id)
  const top = lastId(log)
  for (;;) {
    const part = await nextPart(storage, id, since, top)
    if (!part) return
    let batch: Value[][] = []
    const flush = async (below: number | null) => {
      await storeBatch(storage, { id, below, rows: batch })
      onRows(batch.length)
      batch = []
    }
    const where = `cast(created_at as integer) >= ${part.since} and cast(created_at as integer) < ${part.until} and logs.id < ${part.below} and logs.id > ${part.above}`
    for (const row of rowsOf(log, 'logs', { where, order: 'logs.id desc' })) {
      const cells = cellsOf(row, 'logs')
      batch.push([...logValues(logRow(cells, generation, rowOf)), `${IMPORTED_CODE}${id}`])
      if (batch.length === ROWS_AT_ONCE[storage.kind]) await flush(cells.whole('id'))
    }
    await flush(null)
  }
}

interface Part {
  since: number
  until: number
  /** Ids, exclusive. */
  below: number
  above: number
}

const lastId = ({ database }: Source): number =>
  database.query<{ id: number | null }, []>('select max(cast(id as integer)) as id from logs').get()?.id ?? 0

/** The part that is on its way, else the one that is missing for this window, else the rows that the source has got since. */
async function nextPart({ db }: Storage, id: string, since: number, top: number): Promise<Part | null> {
  const { logs_since, logs_until, logs_below, logs_above, logs_top } = await db
    .selectFrom('imports')
    .select(['logs_since', 'logs_until', 'logs_below', 'logs_above', 'logs_top'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (logs_below !== null)
    return { since: logs_since ?? since, until: logs_until ?? NO_END, below: logs_below, above: logs_above }
  const isWider = logs_since === null || since < logs_since
  if (!isWider && top <= (logs_top ?? NO_END)) return null
  // A copy of the source that is read later has more rows: they are a part of their own.
  const part = isWider
    ? { since, until: logs_since ?? NO_END, below: (logs_top ?? top) + 1, above: 0 }
    : { since: logs_since, until: NO_END, below: top + 1, above: logs_top ?? 0 }
  await db
    .updateTable('imports')
    .set({
      logs_since: part.since,
      logs_until: part.until,
      logs_below: part.below,
      logs_above: part.above,
      logs_top: part.below - 1,
    })
    .where('id', '=', id)
    .execute()
  return part
}

/** Stores rows and the new position in one transaction. */
async function storeBatch(
  { kind, batch }: Storage,
  { id, below, rows }: { id: string; below: number | null; rows: Value[][] },
): Promise<void> {
  const insert = insertStatement(kind, INTO, rows)
  const progress = {
    text: 'update imports set logs_below = $1, logs = logs + $2 where id = $3',
    parameters: [below, rows.length, id],
    expect: 1,
    what: 'import',
  }
  await batch(insert ? [insert, progress] : [progress])
}

const KNOWN_TYPES: ReadonlySet<number> = new Set(Object.values<number>(LOG_TYPE))
/** One-api's type 5 is a channel test. */
const typeHere = (type: number, family: Generation['family']) =>
  !KNOWN_TYPES.has(type) || (family === 'one-api' && type === LOG_TYPE.error) ? LOG_TYPE.system : type

type RowOf = Awaited<ReturnType<typeof rememberedRows>>['rowOf']

/** Makes a log row. For users, tokens and channels that were not imported, it keeps only the names. */
function logRow(cells: ReturnType<typeof cellsOf>, { family }: Generation, rowOf: RowOf): NewLogRow {
  const elapsedMs = cells.whole('elapsed_time')
  const other = objectOf(cells.text('other'))
  const first = Number(other.frt)
  return {
    created_at: cells.whole('created_at'),
    type: typeHere(cells.whole('type'), family),
    content: cells.text('content'),
    user_id: rowOf('user', cells.whole('user_id')) ?? 0,
    username: cells.text('username'),
    token_id: rowOf('token', cells.whole('token_id')) ?? 0,
    token_name: cells.text('token_name'),
    model_name: cells.text('model_name'),
    group: cells.text('group'),
    quota: cells.whole('quota'),
    prompt_tokens: cells.whole('prompt_tokens'),
    completion_tokens: cells.whole('completion_tokens'),
    use_time: cells.whole('use_time', Math.round(elapsedMs / 1000)),
    duration_ms: elapsedMs,
    is_stream: Number(cells.flag('is_stream')),
    channel_id: rowOf('channel', cells.whole('channel_id')) ?? 0,
    request_id: cells.text('request_id'),
    other: Object.keys(other).length > 0 ? cells.text('other') : '',
    first_token_ms: Number.isSafeInteger(first) && first >= 0 ? first : -1,
    cache_tokens: Number.isSafeInteger(other.cache_tokens) ? (other.cache_tokens as number) : 0,
  }
}
