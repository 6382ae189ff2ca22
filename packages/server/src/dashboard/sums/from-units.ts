import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../storage/db.ts'
import { dimensions, type FigureSum, type Figures, groups, sumsIn } from './answers.ts'
import type { SumName } from './columns.ts'
import { all, type Conditions, meeting } from './conditions.ts'
import { DIMENSIONS, type Dimension, type Facet, facetFor } from './facets.ts'
import { levelsReached, reachedBy, reachedOf } from './reached.ts'
import { bySumsKey, found } from './tables.ts'
import { type PlacedUnit, type Unit, unitsOf } from './units.ts'

/** Sums of whole units of time. */
export async function fromUnits<By extends Dimension, Sum extends SumName>(
  db: Db,
  facet: Facet,
  { by, sums, conditions, units }: Figures<By, Sum> & { units: readonly PlacedUnit[] },
): Promise<FigureSum<By, Sum>[]> {
  const looked = { ...conditions }
  // What stands before users in the key is named, so that theirs are found without those of all others.
  for (const name of ['model', 'channel'] as const)
    if (looked.user && facet.by.includes(name) && !looked[name]) looked[name] = await valuesOf(db, name, units)
  const unused = (['model', 'channel'] as const)
    .filter(name => !facet.by.includes(name))
    .map(name => sql`${sql.ref(DIMENSIONS[name])} = ${name === 'model' ? sql`''` : sql`0`}`)
  const wanted = units.map(
    ({ place, seconds, since }) => sql`(${sql.lit(place)}, ${sql.lit(seconds)}, ${sql.lit(since)})`,
  )
  // Each is wanted as it is then, and databases would sort them all.
  const isOneEach =
    new Set(units.map(({ place }) => place)).size === units.length &&
    facet.by.every(name => (by as readonly Dimension[]).includes(name) || conditions[name]?.length === 1)
  const summed = (name: SumName) => (isOneEach ? sql.ref(name) : sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  return sumsIn(
    db,
    { by, sums },
    sql`with units (place, seconds, since) as (values ${sql.join(wanted)})
      select place, ${dimensions(by)} ${sql.join(sums.map(summed))}
      from units cross join ${sumsMeeting(db, looked, [
        sql`figure_sums.facet = ${sql.lit(facet.id)}`,
        sql`figure_sums.seconds = units.seconds`,
        sql`figure_sums.since = units.since`,
        ...unused,
      ])}
      ${isOneEach ? sql`` : sql`group by place ${groups(by)}`}`,
  )
}

/** Sums of a unit. PostgreSQL would go through those of all models, so it is told to look each one up. */
function sumsMeeting(db: Db, { model, ...others }: Conditions, conditions: readonly RawBuilder<unknown>[]) {
  const table = bySumsKey(db)
  if (!model || model.length < 2 || databaseKindOf(db) === 'sqlite')
    return found(db, table, all([...conditions, ...meeting({ ...(model && { model }), ...others })]))
  const ofModel = all([...conditions, sql`figure_sums.model_name = models.name`, ...meeting(others)])
  return sql`(values ${sql.join(model.map(name => sql`(cast(${name} as text))`))}) models (name) cross join ${found(db, table, ofModel)}`
}

/** All models or channels that sums of these units have. */
async function valuesOf(db: Db, name: 'model' | 'channel', units: readonly Unit[]): Promise<(number | string)[]> {
  const [from, to] = [units[0]?.since ?? 0, units.at(-1)]
  const facet = facetFor([name])
  if (!facet || !to) return []
  const whole = unitsOf({ from, to: to.since + to.seconds }, await reachedNow(db, facet))
  const found = await fromUnits(db, facet, {
    by: [name],
    sums: ['count'],
    conditions: {},
    ofFailed: false,
    units: whole.units.map(unit => ({ ...unit, place: 0 })),
  })
  return found.map(sum => sum[name])
}

/** Up to when the units of a facet are there. */
export async function reachedNow(db: Db, facet: Facet): Promise<Map<number, number>> {
  const state = await db.selectFrom('figure_roll_up').selectAll().executeTakeFirstOrThrow()
  return reachedBy(facet, reachedOf(state), await levelsReached(db))
}
