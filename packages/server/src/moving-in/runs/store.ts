import {
  type ImportedUser,
  type ImportReport,
  type ImportRun,
  importReport,
  type ShadowResult,
} from '@tollgate/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { ImportRunsTable } from '../../platform/storage/schema.ts'

export type ImportRow = Selectable<ImportRunsTable>
/** A row without its reports, which may be long. */
type ShortRow = Omit<ImportRow, 'looked' | 'proved' | 'proved_users' | 'shadowed'>

const SHORT = [
  'id',
  'source_kind',
  'source',
  'source_sealed',
  'log_kind',
  'log_source',
  'log_sealed',
  'into_rule',
  'prices',
  'subscriptions',
  'debts',
  'logs_since',
  'task',
  'state',
  'error',
  'log_rows',
  'actor_name',
  'created_at',
  'looked_at',
  'proved_at',
  'shadowed_at',
  'shadow_since',
  'synced_at',
] as const
const MOST_LISTED = 50

export const toRun = ({
  source_sealed: _,
  log_sealed: __,
  into_rule: into,
  logs_since: logs,
  ...row
}: ShortRow): ImportRun => ({
  ...row,
  into,
  logs,
})

export const lastRuns = (db: Db): Promise<ShortRow[]> =>
  db.selectFrom('import_runs').select(SHORT).orderBy('id', 'desc').limit(MOST_LISTED).execute()

export const findRun = (db: Db, id: number): Promise<ShortRow | undefined> =>
  db.selectFrom('import_runs').select(SHORT).where('id', '=', id).executeTakeFirst()

/** Returns the last proof, else the dry run's report. */
export async function reportOf(db: Db, id: number): Promise<ImportReport | null> {
  const row = await db.selectFrom('import_runs').select(['looked', 'proved']).where('id', '=', id).executeTakeFirst()
  const text = row?.proved || row?.looked
  return text ? importReport.parse(JSON.parse(text)) : null
}

export async function usersOf(db: Db, id: number): Promise<ImportedUser[]> {
  const row = await db.selectFrom('import_runs').select('proved_users').where('id', '=', id).executeTakeFirst()
  return row?.proved_users ? (JSON.parse(row.proved_users) as ImportedUser[]) : []
}

export async function shadowOf(db: Db, id: number): Promise<ShadowResult | null> {
  const row = await db.selectFrom('import_runs').select('shadowed').where('id', '=', id).executeTakeFirst()
  return row?.shadowed ? (JSON.parse(row.shadowed) as ShadowResult) : null
}

type NewRun = Pick<
  Insertable<ImportRunsTable>,
  | 'subscriptions'
  | 'debts'
  | 'source_kind'
  | 'source'
  | 'source_sealed'
  | 'log_kind'
  | 'log_source'
  | 'log_sealed'
  | 'into_rule'
  | 'prices'
  | 'logs_since'
  | 'actor_name'
  | 'created_at'
>

export const insertRun = (db: Db, row: NewRun): Promise<ShortRow> =>
  db
    .insertInto('import_runs')
    .values({ ...row, task: 'look', state: 'running' })
    .returning(SHORT)
    .executeTakeFirstOrThrow()

/** Returns the oldest run with something to do. */
export const openRun = (db: Db): Promise<ShortRow | undefined> =>
  db.selectFrom('import_runs').select(SHORT).where('state', '=', 'running').orderBy('id').executeTakeFirst()

export const runningOnFile = (db: Db, file: string): Promise<ShortRow | undefined> =>
  db
    .selectFrom('import_runs')
    .select(SHORT)
    .where('state', '=', 'running')
    .where(({ or, and }) =>
      or([and({ source_kind: 'file', source: file }), and({ log_kind: 'file', log_source: file })]),
    )
    .executeTakeFirst()

/** Changes a running one. Returns false if it was stopped. */
export async function changeRunning(db: Db, id: number, change: Partial<ImportRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Gives an idle run a task. Returns false if it is running. */
export async function startTask(
  db: Db,
  id: number,
  task: ImportRow['task'],
  more: Partial<ImportRow> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set({ task, state: 'running', error: '', log_rows: 0, ...more })
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
