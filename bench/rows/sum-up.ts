import { type Db, openStorage } from '../../packages/server/src/platform/storage/db.ts'
import { addFigures } from '../../packages/server/src/records/dashboard/sums/add-figures.ts'
import { addUnitsBelow as addFigureUnits } from '../../packages/server/src/records/dashboard/sums/add-units.ts'
import { LEVELS as FIGURE_LEVELS } from '../../packages/server/src/records/dashboard/sums/facets.ts'
import { close } from '../../packages/server/src/records/dashboard/sums/roll-up.ts'
import { addRows } from '../../packages/server/src/records/logs/sums/add-rows.ts'
import { addUnitsBelow } from '../../packages/server/src/records/logs/sums/add-units.ts'
import { LEVELS } from '../../packages/server/src/records/logs/sums/units.ts'
import type { Place } from '../lib/database.ts'

/** Rows of the log, and of sums, per transaction: nobody else has to wait. */
const AT_ONCE = 100_000

/**
 * Sums a log and its figures that were filled without a gateway, as the gateway's job would over time. Resolves to the
 * seconds it took.
 */
export const sumUp = (place: Place, newestId: number): Promise<number> =>
  withSlow(place, async slow => {
    await addLog(slow, newestId)
    const upTo = await close(slow, Math.floor(Date.now() / 1_000))
    while ((await addFigures(slow, upTo, AT_ONCE)) > 0);
    for (const level of FIGURE_LEVELS) while (await addFigureUnits(slow, level, AT_ONCE));
  })

async function addLog(slow: Db, newestId: number): Promise<void> {
  while ((await addRows(slow, newestId, AT_ONCE)) > 0);
  for (const hours of LEVELS.slice(1)) while (await addUnitsBelow(slow, hours, AT_ONCE));
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
