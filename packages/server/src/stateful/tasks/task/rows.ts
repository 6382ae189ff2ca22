import type { Kysely } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import type { NewDrawingRow, NewTaskRow, Tables } from '../../../platform/storage/schema.ts'
import type { RowOf, TaskChange, TaskKind } from './task.ts'

/** New rows, without the columns that the task machine fills in. */
export interface NewRowOf {
  tasks: NewTaskRow
  midjourneys: NewDrawingRow
}

type Id = { id: number }

/** Both tables have the task machine's columns, and this file uses no others. */
const asTasks = (kind: TaskKind) => kind as 'tasks'

export async function insertRow<Kind extends TaskKind>(db: Db, kind: Kind, row: NewRowOf[Kind]): Promise<RowOf[Kind]> {
  const inserted = await db
    .insertInto(asTasks(kind))
    .values(row as NewTaskRow)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as RowOf[Kind]
}

/** Changes a row unless it has ended or changed since it was read; returns whether it did. */
export async function changeOpenRow<Kind extends TaskKind>(
  db: Db,
  kind: Kind,
  { id, status, progress, upstream_id }: Pick<RowOf[Kind], 'id' | 'status' | 'progress' | 'upstream_id'>,
  change: TaskChange<Kind>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(asTasks(kind))
    .set(change as TaskChange<'tasks'>)
    .where('id', '=', id)
    .where('is_open', '=', 1)
    .where('status', '=', status)
    .where('progress', '=', progress)
    .where('upstream_id', '=', upstream_id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Reads a row by its number. */
export async function readRow<Kind extends TaskKind>(
  db: Kysely<Tables>,
  kind: Kind,
  id: number,
): Promise<RowOf[Kind] | undefined> {
  const row = await db.selectFrom(asTasks(kind)).selectAll().where('id', '=', id).executeTakeFirst()
  return row as RowOf[Kind] | undefined
}

/** Returns running rows to be polled, longest due first. */
export async function dueRows<Kind extends TaskKind>(
  db: Kysely<Tables>,
  kind: Kind,
  { now, limit }: { now: number; limit: number },
): Promise<RowOf[Kind][]> {
  const rows = await db
    .selectFrom(asTasks(kind))
    .selectAll()
    .where('is_open', '=', 1)
    .where('poll_at', '<=', now)
    .where('upstream_id', '!=', '')
    .orderBy('poll_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as RowOf[Kind][]
}

/** Returns running rows past their deadline by our own clock. */
export async function overdueRows<Kind extends TaskKind>(
  db: Kysely<Tables>,
  kind: Kind,
  { now, limit }: { now: number; limit: number },
): Promise<RowOf[Kind][]> {
  const rows = await db
    .selectFrom(asTasks(kind))
    .selectAll()
    .where('is_open', '=', 1)
    .where('deadline', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as RowOf[Kind][]
}

/** Records when rows are polled again. */
export async function postpone(db: Kysely<Tables>, kind: TaskKind, rows: readonly Id[], until: number): Promise<void> {
  await db
    .updateTable(asTasks(kind))
    .set({ poll_at: until })
    .where('is_open', '=', 1)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/** Whether any task is running. */
export async function hasOpenRows(db: Kysely<Tables>): Promise<boolean> {
  for (const kind of ['tasks', 'midjourneys'] as const) {
    const open = await db.selectFrom(asTasks(kind)).select('id').where('is_open', '=', 1).limit(1).executeTakeFirst()
    if (open) return true
  }
  return false
}
