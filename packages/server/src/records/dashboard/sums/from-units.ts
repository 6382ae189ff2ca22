import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { numberRows } from '../../../platform/storage/number-rows.ts'
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
  { units, ...figures }: Figures<By, Sum> & { units: readonly PlacedUnit[] },
): Promise<FigureSum<By, Sum>[]> {
  const conditions = await withUsers(db, facet, figures.conditions, units)
  const tellsAll = facet.by.every(
    name => (figures.by as readonly Dimension[]).includes(name) || figures.conditions[name]?.length === 1,
  )
  const parts = [...Map.groupBy(units, ({ place }) => place).values()]
  const [single, several] = [parts.filter(part => part.length === 1), parts.filter(part => part.length > 1)]
  const of = (parts: readonly PlacedUnit[][], adding: Adding) =>
    sumsOf(db, facet, { ...figures, conditions, units: parts.flat(), adding })
  const ofSingle = await of(single, tellsAll ? 'nothing' : 'in units')
  return ofSingle.concat(await of(several, 'units'))
}

/** Whether the sums of a part must be added up: databases would sort thousands of them. */
type Adding =
  /** A single unit whose sums are returned as they are. */
  | 'nothing'
  /** A single unit. */
  | 'in units'
  | 'units'

async function sumsOf<By extends Dimension, Sum extends SumName>(
  db: Db,
  facet: Facet,
  { by, sums, conditions, units, adding }: Figures<By, Sum> & { units: readonly PlacedUnit[]; adding: Adding },
): Promise<FigureSum<By, Sum>[]> {
  if (units.length === 0) return []
  const wanted = numberRows(units.map(({ place, seconds, since }) => [place, seconds, since]))
  const unused = (['user', 'model', 'channel'] as const)
    .filter(name => !facet.by.includes(name))
    .map(name => sql`${sql.ref(DIMENSIONS[name])} = ${name === 'model' ? sql`''` : sql`0`}`)
  const ofUnit = [
    sql`figure_sums.facet = ${sql.lit(facet.id)}`,
    sql`figure_sums.seconds = units.seconds`,
    sql`figure_sums.since = units.since`,
    ...unused,
  ]
  const summed = (name: SumName) =>
    adding === 'nothing' ? sql.ref(name) : sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`
  const columns = sql`${dimensions(by)} ${sql.join(sums.map(summed))}`
  const isByUnit = adding === 'in units' && databaseKindOf(db) === 'postgres'
  const read = isByUnit
    ? sql`select place, found.* from units cross join ${sumsByUnit(columns, all([...ofUnit, ...meeting(conditions)]), by)}`
    : sql`select place, ${columns} from units cross join ${sumsMeeting(db, conditions, ofUnit)}
      ${adding === 'nothing' ? sql`` : sql`group by place ${groups(by)}`}`
  return sumsIn(db, { by, sums }, sql`with units (place, seconds, since) as (values ${wanted}) ${read}`)
}

/** PostgreSQL reads a unit's sums in key order and adds them up without sorting. */
const sumsByUnit = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>, by: readonly Dimension[]) =>
  sql`lateral (select ${columns} from figure_sums where ${where} group by since ${groups(by)}) found`

/** PostgreSQL would read the sums of all users, so it is told to look each one up. */
function sumsMeeting(db: Db, { user, ...others }: Conditions, conditions: readonly RawBuilder<unknown>[]) {
  const table = bySumsKey(db)
  if (!user || user.length < 2 || databaseKindOf(db) === 'sqlite')
    return found(db, table, all([...conditions, ...meeting({ ...(user && { user }), ...others })]))
  const ofUser = all([...conditions, sql`figure_sums.user_id = users.id`, ...meeting(others)])
  return sql`(values ${numberRows(user.map(id => [Number(id)]))}) users (id) cross join ${found(db, table, ofUser)}`
}

/**
 * Users come first in the key, then models and channels. Filtering by these, SQLite is told which users to look up, so that it does not read the
 * rest. PostgreSQL has indexes of a model's sums and of a channel's.
 */
async function withUsers(db: Db, facet: Facet, conditions: Conditions, units: readonly Unit[]): Promise<Conditions> {
  const isNeeded = facet.by.includes('user') && !conditions.user && Boolean(conditions.model ?? conditions.channel)
  const users = isNeeded && databaseKindOf(db) === 'sqlite' ? await usersOf(db, units) : undefined
  return users ? { ...conditions, user: users } : conditions
}

/** Above this many users, all sums of a unit are read. */
const MOST_USERS = 2_000

/** The users with sums in these units. */
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

/** The time up to which the units of a facet exist. */
export async function reachedNow(db: Db, facet: Facet): Promise<Map<number, number>> {
  const state = await db.selectFrom('figure_roll_up').selectAll().executeTakeFirstOrThrow()
  return reachedBy(facet, reachedOf(state), await levelsReached(db))
}
