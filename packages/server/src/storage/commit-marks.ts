import type { Db, Storage } from './db.ts'
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

export function openCommitMarks({ db }: Storage): CommitMarks {
  const writer = crypto.randomUUID()
  let last = 0

  return {
    async leave(db) {
      last += 1
      await run(
        db,
        `insert into commit_marks (writer, mark) values ($1, $2)
         on conflict (writer) do update set mark = excluded.mark`,
        [writer, last],
      )
      return last
    },
    async tookEffect(mark) {
      for (;;) {
        const found = await lastMark(db, writer).catch(undefinedWhileAway)
        if (found !== undefined) return found === mark
        await Bun.sleep(PAUSE_MS)
      }
    },
    async remove() {
      await db.deleteFrom('commit_marks').where('writer', '=', writer).execute()
    },
  }
}

/** Reads by an insert, which waits for a running transaction on the same row; a select would not. */
async function lastMark(db: Db, writer: string): Promise<number | undefined> {
  const { rows } = await run<{ mark: number }>(
    db,
    `insert into commit_marks (writer, mark) values ($1, 0)
     on conflict (writer) do update set mark = commit_marks.mark returning mark`,
    [writer],
  )
  return rows[0]?.mark
}

function undefinedWhileAway(error: unknown): undefined {
  if (!isTransient(error)) throw error
}
