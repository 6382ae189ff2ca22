import { type Db, databaseKindOf, openStorage } from '../../packages/server/src/platform/storage/db.ts'
import { run } from '../../packages/server/src/platform/storage/statements.ts'
import { addFigures } from '../../packages/server/src/records/dashboard/sums/add-figures.ts'
import { addUnitsBelow as addFigureUnits } from '../../packages/server/src/records/dashboard/sums/add-units.ts'
import { LEVELS as FIGURE_LEVELS } from '../../packages/server/src/records/dashboard/sums/facets.ts'
import { close } from '../../packages/server/src/records/dashboard/sums/roll-up.ts'
import { addRows } from '../../packages/server/src/records/logs/sums/add-rows.ts'
import { addUnitsBelow } from '../../packages/server/src/records/logs/sums/add-units.ts'
import { LEVELS } from '../../packages/server/src/records/logs/sums/units.ts'
import type { Place } from '../lib/database.ts'

/** Rows of the log, and figures, per transaction. */
const AT_ONCE = 100_000
/** All sums of a level. */
const ALL = 1_000_000_000

/**
 * Sums a log and its figures that were filled without a gateway, as the gateway's job would over time. Resolves to the
 * seconds it took.
 */
export const sumUp = (place: Place, newestId: number): Promise<number> =>
  withSlow(place, async slow => {
    while ((await addRows(slow, newestId, AT_ONCE)) > 0);
    await analyze(slow, 'log_sums')
    for (const hours of LEVELS.slice(1)) while (await addUnitsBelow(slow, hours, ALL));
    const upTo = await close(slow, Math.floor(Date.now() / 1_000))
    while ((await addFigures(slow, upTo, AT_ONCE)) > 0);
    await analyze(slow, 'figure_sums')
    for (const level of FIGURE_LEVELS) while (await addFigureUnits(slow, level, ALL));
  })

/** PostgreSQL would sort sums that an index has in order. */
async function analyze(slow: Db, table: string): Promise<void> {
  if (databaseKindOf(slow) === 'postgres') await run(slow, `analyze ${table}`, [])
}

/** Resolves to the seconds it took. */
async function withSlow(place: Place, act: (slow: Db) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const storage = openStorage({ ...place, DATABASE_URL: place.DATABASE_URL || undefined })
  try {
    await act(storage.slow)
  } finally {
    await storage.close()
  }
  return (performance.now() - begun) / 1_000
}
