import type { StorageGrowth, TableSize } from '@tollgate/contract'
import { type Selectable, sql } from 'kysely'
import { type MeasuredTable, measureTables } from '../../platform/storage/measure-tables.ts'
import { ReportEnded, withReportLimits } from '../../platform/storage/report-limits.ts'
import type { StorageSizesTable } from '../../platform/storage/schema.ts'
import type { SiteContext } from '../context.ts'
import type { RedisState } from './redis-info.ts'

type Context = Pick<SiteContext, 'db' | 'reports' | 'databaseKind' | 'now'>
type Note = Selectable<StorageSizesTable>

const HOUR = 3600
const DAY = 24 * HOUR
const LARGEST_TABLES = 12
const KEPT = 8 * DAY
/** SQLite reads its whole file to know the sizes of tables, about a gigabyte in a second. */
const LARGE_FILE_BYTES = 1e9
const LARGE_FILE_EVERY = 23 * HOUR
const SCAN_TIMEOUT_MS = 60_000

/** Notes the sizes of the largest tables and of Redis, and forgets what is older than eight days. */
export async function noteStorageSizes(context: Context, redis: RedisState | null): Promise<void> {
  const { db, now } = context
  const at = now()
  const tables = (await isTooSoon(context)) ? [] : await largestTables(context)
  const notes: Note[] = tables.map(({ name, bytes, rows }) => ({ kind: 'table', name, at, bytes, items: rows }))
  if (redis?.used_bytes != null) notes.push({ kind: 'redis', name: '', at, bytes: redis.used_bytes, items: redis.keys })
  if (notes.length > 0)
    await db
      .insertInto('storage_sizes')
      .values(notes)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  await db
    .deleteFrom('storage_sizes')
    .where('at', '<', at - KEPT)
    .execute()
}

/** The largest tables as last noted, with their growth, and the growth of Redis. */
export async function storageGrowth({ db }: Pick<Context, 'db'>): Promise<{
  measured_at: number | null
  tables: TableSize[]
  redis: StorageGrowth
}> {
  const rows = await db.selectFrom('storage_sizes').selectAll().orderBy('at').execute()
  const notes = rows.map(row => ({
    ...row,
    at: Number(row.at),
    bytes: Number(row.bytes),
    items: numberOrNull(row.items),
  }))
  const ofTables = notes.filter(({ kind }) => kind === 'table')
  const measured_at = ofTables.at(-1)?.at ?? null
  const tables = ofTables
    .filter(({ at }) => at === measured_at)
    .map(({ name, bytes, items }) => ({
      name,
      bytes,
      rows: items,
      ...growthOf(ofTables.filter(note => note.name === name)),
    }))
    .sort((one, other) => other.bytes - one.bytes)
  return { measured_at, tables, redis: growthOf(notes.filter(({ kind }) => kind === 'redis')) }
}

/** Between the last of these notes and those of about a day and a week before it. */
function growthOf(notes: Note[]): StorageGrowth {
  const last = notes.at(-1)
  const since = (days: number) => {
    const before = last && notes.findLast(({ at }) => at <= last.at - days * DAY + HOUR)
    // Nothing was noted while the server was stopped.
    if (!last || !before || before.at < last.at - days * DAY - 6 * HOUR) return null
    const items = last.items === null || before.items === null ? null : last.items - before.items
    return { bytes: last.bytes - before.bytes, items }
  }
  return { day: since(1), week: since(7) }
}

async function isTooSoon({ db, databaseKind, now }: Context): Promise<boolean> {
  if (databaseKind === 'postgres') return false
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  if (Number(rows[0]?.bytes ?? 0) < LARGE_FILE_BYTES) return false
  const last = await db
    .selectFrom('storage_sizes')
    .select('at')
    .where('kind', '=', 'table')
    .where('at', '>', now() - LARGE_FILE_EVERY)
    .executeTakeFirst()
  return last !== undefined
}

async function largestTables({ reports, databaseKind }: Context): Promise<MeasuredTable[]> {
  try {
    const measured = await withReportLimits({ timeoutMs: SCAN_TIMEOUT_MS }, () => measureTables(reports, databaseKind))
    return measured.slice(0, LARGEST_TABLES)
  } catch (error) {
    // The sizes are only shown, and the next run asks again.
    if (error instanceof ReportEnded) return []
    throw error
  }
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value))
