import type { Db, Storage } from './db.ts'
import { run } from './statements.ts'
import { isTransient } from './transient-errors.ts'

/**
 * What a writer leaves in each of its transactions, to find out afterwards whether one took effect whose connection broke
 * while it committed. PostgreSQL's own numbers will not do: one lost in a crash is given out again.
 */
export interface CommitMarks {
  /** Leaves a mark that no transaction of this writer had before. */
  leave(db: Db): Promise<number>
  /** Whether the mark took effect. Asks until the database is back, and waits for a transaction still in progress. */
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
        const found = await lastMark(db, writer).catch(nothingWhileAway)
        if (found !== undefined) return found === mark
        await Bun.sleep(PAUSE_MS)
      }
    },
    async remove() {
      await db.deleteFrom('commit_marks').where('writer', '=', writer).execute()
    },
  }
}

/** An insert waits for whoever is at the same row; a mere reading would not see a transaction in progress. */
async function lastMark(db: Db, writer: string): Promise<number | undefined> {
  const { rows } = await run<{ mark: number }>(
    db,
    `insert into commit_marks (writer, mark) values ($1, 0)
     on conflict (writer) do update set mark = commit_marks.mark returning mark`,
    [writer],
  )
  return rows[0]?.mark
}

function nothingWhileAway(error: unknown): undefined {
  if (!isTransient(error)) throw error
}
