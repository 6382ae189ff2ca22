import { sql } from 'kysely'
import { type Db, databaseKindOf, openStorage } from '../../packages/server/src/platform/storage/db.ts'
import { addFigures, addUp } from '../../packages/server/src/records/dashboard/sums/add-figures.ts'
import { addUnitsBelow as addFigureUnits } from '../../packages/server/src/records/dashboard/sums/add-units.ts'
import { FACETS, LEVELS as FIGURE_LEVELS, shortestOf } from '../../packages/server/src/records/dashboard/sums/facets.ts'
import { lockFigureRollUp, noteFigures } from '../../packages/server/src/records/dashboard/sums/reached.ts'
import { close } from '../../packages/server/src/records/dashboard/sums/roll-up.ts'
import { SLOT_SECONDS } from '../../packages/server/src/records/dashboard/usage-figures.ts'
import { addRows } from '../../packages/server/src/records/logs/sums/add-rows.ts'
import { addUnitsBelow } from '../../packages/server/src/records/logs/sums/add-units.ts'
import { LEVELS } from '../../packages/server/src/records/logs/sums/units.ts'
import type { Place } from '../lib/database.ts'

/** Rows of the log, and later figures, per transaction. */
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
    await addFirstFigures(slow, upTo)
    while ((await addFigures(slow, upTo, AT_ONCE)) > 0);
    await analyze(slow, 'figure_sums')
    for (const level of FIGURE_LEVELS) while (await addFigureUnits(slow, level, ALL));
  })

/** A statement for each facet, if nothing is summed yet. */
async function addFirstFigures(slow: Db, upTo: number): Promise<void> {
  const { until, after } = await lockFigureRollUp(slow)
  if (until > 0 || after) return
  const figures = sql`select * from quota_data where created_at < ${sql.lit(upTo)} and created_at % ${sql.lit(SLOT_SECONDS)} = 0`
  for (const facet of FACETS) await addUp(slow, figures, [{ facet, seconds: shortestOf(facet) }])
  await noteFigures(slow, { until: upTo, after: null })
}

/** PostgreSQL would sort sums that an index has in order. */
async function analyze(slow: Db, table: string): Promise<void> {
  if (databaseKindOf(slow) === 'postgres') await sql`analyze ${sql.table(table)}`.execute(slow)
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
