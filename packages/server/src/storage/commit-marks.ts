import { sql } from 'kysely'
import { databaseTime } from './database-time.ts'
import type { DatabaseKind, Db, Storage } from './db.ts'
import { run } from './statements.ts'
import { isTransient } from './transient-errors.ts'

/**
 * Marks that a writer leaves in its transactions, to find out whether a transaction took effect when its connection broke
 * during the commit. PostgreSQL's transaction ids are no use: one lost in a crash is assigned again.
 */
export interface CommitMarks {
  /** Writes a mark that no other transaction of this writer has. */
  leave(db: Db): Promise<number>
  /** Returns whether the mark was committed. Retries until the database is back, and waits for a running transaction. */
  tookEffect(mark: number): Promise<boolean>
  remove(): Promise<void>
}

const PAUSE_MS = 500

export function openCommitMarks({ db, kind }: Storage): CommitMarks {
  const writer = crypto.randomUUID()
  let last = 0

  return {
    async leave(db) {
      last += 1
      await run(
        db,
        `insert into commit_marks (writer, mark, left_at) values ($1, $2, ${databaseTime(kind)})
         on conflict (writer) do update set mark = excluded.mark, left_at = excluded.left_at`,
        [writer, last],
      )
      return last
    },
    async tookEffect(mark) {
      for (;;) {
        const found = await lastMark(db, writer, kind).catch(undefinedWhileAway)
        if (found !== undefined) return found === mark
        await Bun.sleep(PAUSE_MS)
      }
    },
    async remove() {
      await db.deleteFrom('commit_marks').where('writer', '=', writer).execute()
    },
  }
}

/** No transaction is in doubt for nearly so long. */
const DEAD_AFTER_SECONDS = 7 * 24 * 3600

/** Removes the marks of writers that were killed; a living one leaves its own anew. Returns how many. */
export async function removeOldCommitMarks({ db, kind }: Storage): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('commit_marks')
    .where('left_at', '<=', sql<number>`${sql.raw(databaseTime(kind))} - ${DEAD_AFTER_SECONDS}`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Reads by an insert, which waits for a running transaction on the same row; a select would not. */
async function lastMark(db: Db, writer: string, kind: DatabaseKind): Promise<number | undefined> {
  const { rows } = await run<{ mark: number }>(
    db,
    `insert into commit_marks (writer, mark, left_at) values ($1, 0, ${databaseTime(kind)})
     on conflict (writer) do update set mark = commit_marks.mark returning mark`,
    [writer],
  )
  return rows[0]?.mark
}

function undefinedWhileAway(error: unknown): undefined {
  if (!isTransient(error)) throw error
}
