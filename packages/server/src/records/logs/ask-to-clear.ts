import type { RecordsContext } from '../context.ts'
import { askForCleanUp, findCleanUp } from './clean-up.ts'

/** Who asks waits so long for the end; a longer clean-up goes on by itself. */
const PATIENCE_MS = 2_000
const LOOK_MS = 20

/** Has the rows older than a moment deleted by the job, and returns how many there are. */
export async function askToClear({ db, reports, jobs, now }: RecordsContext, before: number): Promise<number> {
  const { id, total, finished_at } = await askForCleanUp({ db, reports, before, now: now() })
  if (finished_at > 0) return 0
  // Where it runs already, that run, or the next, finds the new one.
  await jobs.runNow('log-clean-ups')
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { finished_at, deleted } = await findCleanUp(db, id)
    if (finished_at > 0) return deleted
    await Bun.sleep(LOOK_MS)
  }
  return total
}
