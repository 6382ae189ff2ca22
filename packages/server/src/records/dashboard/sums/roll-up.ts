import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { writersHaveEnded } from '../../../platform/storage/writers.ts'
import { SLOT_SECONDS } from '../usage-figures.ts'
import { addFigures } from './add-figures.ts'
import { addLate } from './add-late.ts'
import { addUnitsBelow } from './add-units.ts'
import { LEVELS } from './facets.ts'

/** Pause in which others can write. */
const PAUSE_MS = 5
/** Pieces summed before the next levels are built, so that a long run is useful before it ends. */
const PIECES_BETWEEN = 50
const PATIENCE_MS = 2_000

/**
 * Adds figures to their sums in short transactions: those of quarters of an hour that ended a while ago, and late ones.
 * Returns roughly how many. Several nodes may run it concurrently.
 * @param now unix seconds
 */
export async function rollUpFigures(db: Db, now: number, signal: AbortSignal, patienceMs = PATIENCE_MS) {
  const pause = async () => {
    signal.throwIfAborted()
    await Bun.sleep(PAUSE_MS)
  }
  const upTo = await close(db, now)
  let figures = 0
  const isSettled = databaseKindOf(db) === 'sqlite' || (await writersHaveEnded(db, 'quota_data', patienceMs))
  for (let added = isSettled ? 1 : 0; added > 0; ) {
    for (let piece = 0; piece < PIECES_BETWEEN && added > 0; piece++) {
      added = await addFigures(db, upTo)
      figures += added
      await pause()
    }
    for (const level of LEVELS) while (await addUnitsBelow(db, level)) await pause()
  }
  for (let added = 1; added > 0; await pause()) {
    added = await addLate(db)
    figures += added
  }
  return figures
}

/**
 * Closes quarters of an hour before the last one: anything written for them from now on is late. Returns the end of the
 * closed time.
 */
export async function close(db: Db, now: number): Promise<number> {
  const until = now - (now % SLOT_SECONDS) - SLOT_SECONDS
  await db.updateTable('figure_roll_up').set({ closed_until: until }).where('closed_until', '<', until).execute()
  const { closed_until } = await db.selectFrom('figure_roll_up').select('closed_until').executeTakeFirstOrThrow()
  return closed_until
}

const EVERY_SECONDS = 60

/** The job that keeps the sums of the dashboard's figures up to date. */
export const figureSumsJob = (db: Db, now: () => number) => ({
  everySeconds: EVERY_SECONDS,
  run: (signal: AbortSignal) => rollUpFigures(db, now(), signal),
})
