import type { LogCleanUp } from '@tollgate/contract'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { withReportLimits } from '../../platform/storage/report-limits.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { countLogsBefore } from './store.ts'
import { sumsOfLog, totalOf } from './sums/sums-of-log.ts'

/** Pause in which others can use the database. */
const PAUSE_MS = 5

interface Asked {
  db: Db
  /** The connection for counting rows. */
  reports: Kysely<Tables>
  /** Unix seconds; older rows are to be deleted. */
  before: number
  now: number
}

/** Requests the deletion of old rows, which a job does. */
export async function askForCleanUp({ db, reports, before, now }: Asked): Promise<LogCleanUp & { id: number }> {
  const total = await countBefore(reports, before)
  const finished_at = total === 0 ? now : 0
  const { id } = await db
    .insertInto('log_clean_ups')
    .values({ before, total, asked_at: now, finished_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, before, total, deleted: 0, asked_at: now, finished_at }
}

function countBefore(reports: Kysely<Tables>, before: number): Promise<number> {
  const count = async (db: Db) => {
    // The end is inclusive, and 0 leaves it open.
    const sums = before > 1 ? await sumsOfLog(db, { end_timestamp: before - 1 }) : null
    return sums ? totalOf(sums.stretches, 'rows') : countLogsBefore(db, before)
  }
  // A long log needs a clean-up most, so no row limit applies.
  return withReportLimits({ mostRows: Number.MAX_SAFE_INTEGER }, () => atOneMoment(reports, count))
}

/** The last requested clean-up; null: there was none. */
export const lastCleanUp = async (db: Db): Promise<LogCleanUp | null> =>
  (await db
    .selectFrom('log_clean_ups')
    .select(['before', 'total', 'deleted', 'asked_at', 'finished_at'])
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null

export const findCleanUp = (db: Db, id: number): Promise<LogCleanUp> =>
  db
    .selectFrom('log_clean_ups')
    .select(['before', 'total', 'deleted', 'asked_at', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Removes some of the rows older than a given time, oldest first; `isLast`: no more are left. */
type RemoveSome = (before: number) => Promise<{ deleted: number; isLast: boolean }>

interface CleaningUp {
  db: Db
  removeSome: RemoveSome
  now(): number
}

/**
 * Continues unfinished clean-ups, a few rows at a time, and returns how many were removed. An interrupted run leaves
 * the rest to the next.
 */
export async function runCleanUps({ db, removeSome, now }: CleaningUp, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (;;) {
    const open = await db
      .selectFrom('log_clean_ups')
      .select(['id', 'before'])
      .where('finished_at', '=', 0)
      .orderBy('id')
      .executeTakeFirst()
    if (!open) return deleted
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted()
      const some = await removeSome(open.before)
      deleted += some.deleted
      isDone = some.isLast
      await db
        .updateTable('log_clean_ups')
        .set(cleanUp => ({
          deleted: cleanUp('deleted', '+', some.deleted),
          ...(isDone && { finished_at: now() }),
        }))
        .where('id', '=', open.id)
        .execute()
      if (!isDone) await Bun.sleep(PAUSE_MS)
    }
  }
}
