import { type RawBuilder, sql } from 'kysely'
import { SLOT_SECONDS } from '../../ledger/usage-figures.ts'
import { type Db, databaseKindOf } from '../../storage/db.ts'
import { refuseLongRead } from '../../storage/refuse-long-read.ts'
import { atOneMoment } from '../../storage/snapshot.ts'
import { fromLateFigures, isLate } from './add-late.ts'
import { ofFigures, SUMS, type SumName } from './columns.ts'
import { DIMENSIONS, type Dimension, type Facet, facetFor } from './facets.ts'
import { levelsReached, reachedBy, reachedOf } from './reached.ts'
import { type Range, type Unit, unitsOf } from './units.ts'

/** Which figures; 0 and empty: all. */
export interface Which {
  model_name?: string
  token_id?: number
  username?: string
  channel?: number
  /** Only this user's. */
  userId?: number
}

/** A part of the time that is asked for, with the number that its sums get. */
export interface Part extends Range {
  place: number
}

interface Asked {
  which: Which
  /** Whole quarters of an hour, one after the other. */
  parts: readonly Part[]
  /** What sums are told apart by, besides their part. */
  by: readonly Dimension[]
  /** Which sums; those that are not asked for are 0. */
  sums: readonly SumName[]
  /** Only figures with a cause, of which `failed` alone is known. */
  ofFailed?: boolean
}

/** A sum; of what it is not told apart by it says nothing. */
export type FigureSum = {
  place: number
  model: string
  channel: number
  user: number
  token: number
  cause: string
} & Record<SumName, number>

/** Of one statement. */
const PARTS_AT_ONCE = 2_000

/**
 * Sums figures up: whole units of time by their sums, and from the figures themselves what these do not have. Exact, as all is read at one
 * moment.
 */
export function readFigures(db: Db, asked: Asked): Promise<FigureSum[]> {
  return atOneMoment(db, async db => {
    const found = new Map<string, FigureSum>()
    const conditions = await conditionsOf(db, asked.which)
    for (let from = 0; from < asked.parts.length; from += PARTS_AT_ONCE) {
      const parts = asked.parts.slice(from, from + PARTS_AT_ONCE)
      for (const sum of await readParts(db, { ...asked, parts }, conditions)) {
        const key = asked.by.reduce((key, name) => `${key}\0${sum[name]}`, String(sum.place))
        const before = found.get(key)
        if (before) for (const name of asked.sums) before[name] += sum[name]
        else found.set(key, sum)
      }
    }
    return [...found.values()]
  })
}

/** What is asked of each dimension, as a list of values. */
type Conditions = Partial<Record<Dimension, readonly (number | string)[]>>

async function conditionsOf(db: Db, { userId, username, model_name, token_id, channel }: Which): Promise<Conditions> {
  const conditions: Conditions = {}
  if (userId !== undefined) conditions.user = [userId]
  if (username) {
    // By id: all figures of a renamed user are found, under the new name.
    const ids = await db.selectFrom('users').select('id').where('username', '=', username).execute()
    conditions.user = ids.map(({ id }) => id).filter(id => userId === undefined || id === userId)
  }
  if (model_name) conditions.model = [model_name]
  if (token_id) conditions.token = [token_id]
  if (channel) conditions.channel = [channel]
  const users = token_id && !conditions.user ? await usersOf(db, token_id) : null
  // By users, figures are found without those of all others.
  if (users) conditions.user = users
  return conditions
}

/** Whoever has figures of a token; null: nothing is added up yet, so all would have to be looked through. */
async function usersOf(db: Db, token: number): Promise<number[] | null> {
  const { until } = await db.selectFrom('figure_roll_up').select('until').executeTakeFirstOrThrow()
  if (until === 0) return null
  const { rows } = await sql<{ user_id: number }>`
    select user_id from figure_token_users where token_id = ${token}
    union select user_id from ${figuresBy(db, 'time')} where created_at >= ${until} and token_id = ${token}
    union select user_id ${fromLateFigures(db)} where ${isLate} and token_id = ${token}`.execute(db)
  return rows.map(({ user_id }) => Number(user_id))
}

async function readParts(db: Db, { parts, by, sums, ofFailed }: Asked, conditions: Conditions): Promise<FigureSum[]> {
  const facet = facetFor([...new Set([...by, ...(Object.keys(conditions) as Dimension[])])], ofFailed)
  const reached = facet ? await reachedNow(db, facet) : new Map<number, number>()
  const split = parts.map(part => ({ place: part.place, ...unitsOf(part, reached) }))
  const units = split.flatMap(({ place, units }) => units.map(unit => ({ ...unit, place })))
  const rest = split.flatMap(({ place, rest }) => rest.map(range => ({ ...range, place })))
  const figures = { by, sums, conditions, ofFailed }
  return [
    ...(facet && units.length > 0 ? await fromUnits(db, facet, { ...figures, units }) : []),
    ...(rest.length > 0 ? await fromFigures(db, { ...figures, parts: rest }) : []),
    ...(units.length > 0 ? await fromLate(db, { ...figures, units }) : []),
  ]
}

async function reachedNow(db: Db, facet: Facet): Promise<Map<number, number>> {
  const state = await db.selectFrom('figure_roll_up').selectAll().executeTakeFirstOrThrow()
  return reachedBy(facet, reachedOf(state), await levelsReached(db))
}

interface Figures {
  by: readonly Dimension[]
  sums: readonly SumName[]
  conditions: Conditions
  ofFailed: boolean | undefined
}

type PlacedUnit = Unit & { place: number }

async function fromUnits(
  db: Db,
  facet: Facet,
  { by, sums, conditions, units }: Figures & { units: readonly PlacedUnit[] },
): Promise<FigureSum[]> {
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
    facet.by.every(name => by.includes(name) || conditions[name]?.length === 1)
  const summed = (name: SumName) => (isOneEach ? sql.ref(name) : sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  return rowsOf(
    db,
    { by, sums },
    sql`with units (place, seconds, since) as (values ${sql.join(wanted)})
      select place, ${dimensions(by)} ${sql.join(sums.map(summed))}
      from units cross join ${found(
        db,
        bySumsKey(db),
        sql`figure_sums.facet = ${sql.lit(facet.id)} and figure_sums.seconds = units.seconds
        and figure_sums.since = units.since and ${all([...unused, ...meeting(looked)])}`,
      )}
      ${isOneEach ? sql`` : sql`group by place ${groups(by)}`}`,
  )
}

/** PostgreSQL, which cannot know how little a reading needs, would go through the whole table; so each part is looked up. */
const found = (db: Db, table: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  databaseKindOf(db) === 'postgres'
    ? sql`lateral (select * from ${table} where ${where} offset 0) found`
    : sql`${table} where ${where}`

/** SQLite, which knows nothing of the lengths of time, would take the index of users, or all figures for each part. */
function figuresBy(db: Db, order: 'time' | 'user'): RawBuilder<unknown> {
  if (databaseKindOf(db) === 'postgres') return sql`quota_data`
  return order === 'user'
    ? sql`quota_data indexed by quota_data_by_user`
    : sql`quota_data indexed by sqlite_autoindex_quota_data_1`
}

/** SQLite would make an index of its own for each reading. */
const bySumsKey = (db: Db) =>
  databaseKindOf(db) === 'sqlite' ? sql`figure_sums indexed by sqlite_autoindex_figure_sums_1` : sql`figure_sums`

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

const ofRows = (sums: readonly SumName[]) => sql.join(sums.map(name => sql`${ofFigures[name]} as ${sql.ref(name)}`))

async function fromFigures(db: Db, { by, sums, conditions, ofFailed, parts }: Figures & { parts: readonly Part[] }) {
  await refuseLongRead(db, sql`from ${figuresWithin(db, parts, conditions)}`)
  const wanted = parts.map(({ place, from, to }) => sql`(${sql.lit(place)}, ${sql.lit(from)}, ${sql.lit(to)})`)
  return rowsOf(
    db,
    { by, sums },
    sql`with parts (place, since, until) as (values ${sql.join(wanted)})
      select place, ${dimensions(by)} ${ofRows(sums)} from parts cross join ${found(
        db,
        figuresBy(db, conditions.user ? 'user' : 'time'),
        sql`created_at >= parts.since and created_at < parts.until
        and ${all([...meeting(conditions), ...failed(ofFailed)])}`,
      )}
      group by place ${groups(by)}`,
  )
}

/** Those of some ranges of time, by nothing but the index that finds them. */
function figuresWithin(db: Db, parts: readonly Part[], { user }: Conditions): RawBuilder<unknown> {
  const ranges: Range[] = []
  for (const { from, to } of parts) {
    const last = ranges.at(-1)
    if (last?.to === from) last.to = to
    else ranges.push({ from, to })
  }
  const wanted = ranges.map(({ from, to }) => sql`(${sql.lit(from)}, ${sql.lit(to)})`)
  const where = sql`created_at >= column1 and created_at < column2 and ${all(meeting(user ? { user } : {}))}`
  return sql`(values ${sql.join(wanted)}) ranges cross join ${found(db, figuresBy(db, user ? 'user' : 'time'), where)}`
}

/** Figures that are missing in units, as they came late. */
async function fromLate(
  db: Db,
  { by, sums, conditions, ofFailed, units }: Figures & { units: readonly PlacedUnit[] },
): Promise<FigureSum[]> {
  const last = units.at(-1)
  const slot = sql`created_at - created_at % ${sql.lit(SLOT_SECONDS)}`
  const found = await rowsOf(
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

const meeting = (conditions: Conditions): RawBuilder<unknown>[] =>
  (Object.entries(conditions) as [Dimension, readonly (number | string)[]][]).map(([name, values]) => {
    const column = sql.ref(DIMENSIONS[name])
    if (values.length === 0) return sql`1 = 0`
    return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`
  })

const failed = (ofFailed = false) => (ofFailed ? [sql`cause <> ''`] : [])
const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`1 = 1`, ...conditions], sql` and `)
const dimensions = (by: readonly Dimension[]) =>
  sql.join([...by.map(name => sql`${sql.ref(DIMENSIONS[name])} as ${sql.ref(name)},`), sql``], sql` `)
const groups = (by: readonly Dimension[]) =>
  sql.join([sql``, ...by.map(name => sql`, ${sql.ref(DIMENSIONS[name])}`)], sql``)

const NO_FIGURES: FigureSum = {
  ...{ place: 0, model: '', channel: 0, user: 0, token: 0, cause: '' },
  ...(Object.fromEntries(SUMS.map(name => [name, 0])) as Record<SumName, number>),
}

/** PostgreSQL's sums may be texts. */
async function rowsOf(
  db: Db,
  { by, sums }: Pick<Figures, 'by' | 'sums'>,
  query: RawBuilder<unknown>,
): Promise<FigureSum[]> {
  const { rows } = (await query.execute(db)) as { rows: Record<string, string | number>[] }
  const numbers = ['place', ...sums, ...by.filter(name => name !== 'model' && name !== 'cause')]
  return rows.map(row => {
    const sum = { ...NO_FIGURES, ...row }
    for (const name of numbers) sum[name as SumName] = Number(row[name])
    return sum
  })
}
