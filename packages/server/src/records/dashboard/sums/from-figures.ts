import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import { numberRows } from '../../../platform/storage/number-rows.ts'
import { refuseLongRead } from '../../../platform/storage/refuse-long-read.ts'
import { SLOT_SECONDS } from '../usage-figures.ts'
import { fromLateFigures, isLate } from './add-late.ts'
import { dimensions, type FigureSum, type Figures, groups, ofRows, sumsIn } from './answers.ts'
import type { SumName } from './columns.ts'
import { all, type Conditions, failed, meeting } from './conditions.ts'
import type { Dimension } from './facets.ts'
import { figuresBy, found } from './tables.ts'
import type { Part, PlacedUnit, Range } from './units.ts'

/** Sums of the figures themselves. */
export async function fromFigures<By extends Dimension, Sum extends SumName>(
  db: Db,
  { by, sums, conditions, ofFailed, parts }: Figures<By, Sum> & { parts: readonly Part[] },
): Promise<FigureSum<By, Sum>[]> {
  await refuseLongRead(db, sql`from ${figuresWithin(db, parts, conditions)}`)
  const wanted = numberRows(parts.map(({ place, from, to }) => [place, from, to]))
  return sumsIn(
    db,
    { by, sums },
    sql`with parts (place, since, until) as (values ${wanted})
      select place, ${dimensions(by)} ${ofRows(sums)} from parts cross join ${found(
        db,
        figuresBy(db, conditions.user ? 'user' : 'time'),
        sql`created_at >= parts.since and created_at < parts.until
        and ${all([...meeting(conditions), ...failed(ofFailed)])}`,
      )}
      group by place ${groups(by)}`,
  )
}

/** The sums of some ranges of time, using only the index that finds them. */
function figuresWithin(db: Db, parts: readonly Part[], { user }: Conditions): RawBuilder<unknown> {
  const ranges: Range[] = []
  for (const { from, to } of parts) {
    const last = ranges.at(-1)
    if (last?.to === from) last.to = to
    else ranges.push({ from, to })
  }
  const wanted = numberRows(ranges.map(({ from, to }) => [from, to]))
  const where = sql`created_at >= column1 and created_at < column2 and ${all(meeting(user ? { user } : {}))}`
  return sql`(values ${wanted}) ranges cross join ${found(db, figuresBy(db, user ? 'user' : 'time'), where)}`
}

/** Sums of late figures that are missing in units; a unit may have several. */
export async function fromLate<By extends Dimension, Sum extends SumName>(
  db: Db,
  { by, sums, conditions, ofFailed, units }: Figures<By, Sum> & { units: readonly PlacedUnit[] },
): Promise<FigureSum<By, Sum>[]> {
  const last = units.at(-1)
  const slot = sql`created_at - created_at % ${sql.lit(SLOT_SECONDS)}`
  const found = await sumsIn(
    db,
    { by, sums },
    sql`select ${slot} as place, ${dimensions(by)} ${ofRows(sums)} ${fromLateFigures(db)}
      where ${isLate} and created_at >= ${sql.lit(units[0]?.since)}
        and created_at < ${sql.lit((last?.since ?? 0) + (last?.seconds ?? 0))}
        and ${all([...meeting(conditions), ...failed(ofFailed)])}
      group by ${slot} ${groups(by)}`,
  )
  return found.flatMap(sum => {
    const unit = units.findLast(({ since }) => since <= sum.place)
    return unit && sum.place < unit.since + unit.seconds ? [{ ...sum, place: unit.place }] : []
  })
}
