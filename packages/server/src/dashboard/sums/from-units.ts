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
  // Users stand first in the key: they are named, so that what is asked of all is found without the rest of theirs.
  if (facet.by.includes('user') && !looked.user && Object.keys(looked).length > 0) {
    const users = await usersOf(db, units)
    if (users) looked.user = users
  }
  const unused = (['user', 'model', 'channel'] as const)
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

/** PostgreSQL would go through the sums of all users, so it is told to look each one up. */
function sumsMeeting(db: Db, { user, ...others }: Conditions, conditions: readonly RawBuilder<unknown>[]) {
  const table = bySumsKey(db)
  if (!user || user.length < 2 || databaseKindOf(db) === 'sqlite')
    return found(db, table, all([...conditions, ...meeting({ ...(user && { user }), ...others })]))
  const ofUser = all([...conditions, sql`figure_sums.user_id = users.id`, ...meeting(others)])
  return sql`(values ${sql.join(user.map(id => sql`(${sql.lit(id)})`))}) users (id) cross join ${found(db, table, ofUser)}`
}

/** Of more, all sums of a unit are gone through. */
const MOST_USERS = 2_000

/** Whoever has sums of these units. */
async function usersOf(db: Db, units: readonly Unit[]): Promise<number[] | undefined> {
  const [from, to] = [units[0]?.since ?? 0, units.at(-1)]
  const facet = facetFor(['user'])
  if (!facet || !to) return undefined
  const whole = unitsOf({ from, to: to.since + to.seconds }, await reachedNow(db, facet))
  const found = await fromUnits(db, facet, {
    by: ['user'],
    sums: ['count'],
    conditions: {},
    ofFailed: false,
    units: whole.units.map(unit => ({ ...unit, place: 0 })),
  })
  return found.length > MOST_USERS ? undefined : found.map(({ user }) => user)
}

/** Up to when the units of a facet are there. */
export async function reachedNow(db: Db, facet: Facet): Promise<Map<number, number>> {
  const state = await db.selectFrom('figure_roll_up').selectAll().executeTakeFirstOrThrow()
  return reachedBy(facet, reachedOf(state), await levelsReached(db))
}
