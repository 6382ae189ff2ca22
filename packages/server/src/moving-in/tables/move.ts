import type { ImportChoices, ImportNote, ImportSentence } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type Db, databaseKindOf } from '../../platform/storage/db.ts'
import type { Source } from '../sources/source.ts'
import type { Generation } from './generation.ts'

/** Which rows of the source are imported, by table here. */
export type ImportedKind = 'user' | 'token' | 'channel' | 'redemption' | 'top_up' | 'drawing' | 'task' | Decided
/** A subscription that was credited; a debt of a user, or of a token's cap, that was forgiven. */
type Decided = 'subscription' | 'debt' | 'cap'

/** A note without its rows. Each of its sentences has its translations in the console. */
export type Noted = Omit<ImportNote, 'rows' | 'text' | 'sum'> & { text: ImportSentence }

/** One run of an import, inside its transaction. */
export interface Move {
  db: Db
  source: Source
  generation: Generation
  /** The import's id. */
  id: string
  /** Whether the site had users before. */
  isMerge: boolean
  prices: 'source' | 'ours'
  subscriptions: ImportChoices['subscriptions']
  debts: ImportChoices['debts']
  secrets: Secrets
  /** Unix seconds. */
  now: number
  /** Returns the id here of an imported row of the source. */
  rowOf(kind: ImportedKind, sourceId: number): number | undefined
  remember(kind: ImportedKind, rows: readonly Remembered[]): Promise<void>
  /** `amount`: the quota that it is about, for the sum. */
  note(note: Noted, row: number | string, amount?: number): void
}

export interface Remembered {
  sourceId: number
  rowId: number
  usedQuota?: number
  requestCount?: number
}

const ROWS_AT_ONCE = 500

/** Returns the rows that earlier runs of this import brought, and collects this run's. */
export async function rememberedRows(db: Db, importId: string) {
  const known = new Map<string, number>()
  const rows = await db
    .selectFrom('imported_rows')
    .select(['kind', 'source_id', 'row_id'])
    .where('import_id', '=', importId)
    .execute()
  for (const { kind, source_id, row_id } of rows) known.set(`${kind} ${source_id}`, row_id)
  return {
    rowOf: (kind: ImportedKind, sourceId: number) => known.get(`${kind} ${sourceId}`),
    async remember(kind: ImportedKind, brought: readonly Remembered[]) {
      for (let from = 0; from < brought.length; from += ROWS_AT_ONCE)
        await db
          .insertInto('imported_rows')
          .values(
            brought.slice(from, from + ROWS_AT_ONCE).map(({ sourceId, rowId, usedQuota = 0, requestCount = 0 }) => ({
              import_id: importId,
              kind,
              source_id: sourceId,
              row_id: rowId,
              used_quota: usedQuota,
              request_count: requestCount,
            })),
          )
          .execute()
      for (const { sourceId, rowId } of brought) known.set(`${kind} ${sourceId}`, rowId)
    },
  }
}

type TableWithId = 'users' | 'tokens' | 'channels' | 'redemptions' | 'top_ups' | 'midjourneys' | 'tasks'

/**
 * Returns the taken ids of a table, and sets the table's counter beyond all ids of the source, so that a row whose id is taken
 * gets one that no other row of the source has.
 */
export async function takenIds(db: Db, table: TableWithId, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom(table).select('id').execute()
  const taken = new Set(rows.map(({ id }) => id))
  let highest = 0
  for (const id of [...taken, ...ids]) highest = Math.max(highest, id)
  if (highest === 0) return taken
  if (databaseKindOf(db) === 'postgres')
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${highest}, nextval(pg_get_serial_sequence(${table}, 'id'))))`.execute(
      db,
    )
  else
    await sql
      .raw(
        `${taken.size > 0 ? `update sqlite_sequence set seq = max(seq, ${highest}) where name = '${table}'` : 'select 1'}`,
      )
      .execute(db)
  return taken
}
