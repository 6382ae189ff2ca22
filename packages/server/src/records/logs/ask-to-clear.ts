import type { RecordsContext } from '../context.ts'
import { askForCleanUp, findCleanUp } from './clean-up.ts'

/** How long the caller waits; a longer clean-up continues in the background. */
const PATIENCE_MS = 2_000
const LOOK_MS = 20

/** Has the job delete the rows older than a given time. Returns how many there are. */
export async function askToClear({ db, reports, jobs, now }: RecordsContext, before: number): Promise<number> {
  const { id, total, finished_at } = await askForCleanUp({ db, reports, before, now: now() })
  if (finished_at > 0) return 0
  // If the job is already running, that run or the next picks up the new request.
  await jobs.runNow('log-clean-ups')
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const { finished_at, deleted } = await findCleanUp(db, id)
    if (finished_at > 0) return deleted
    await Bun.sleep(LOOK_MS)
  }
  return total
}
