import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../../platform/storage/db.ts'
import { FIGURE_KEY, SLOT_SECONDS } from '../usage-figures.ts'
import { ADD_TO_SUMS, INTO_SUMS, KEY, ofFigures, SUMS } from './columns.ts'
import { DIMENSIONS, type Dimension, FACETS, type Facet, shortestOf } from './facets.ts'
import { type Key, type LevelReached, lockFigureRollUp, noteFigures, type Reached, rowOf } from './reached.ts'

/** Rows per transaction: on SQLite, commits of calls wait for it, about 5 ms for this many. */
const AT_ONCE = { sqlite: 100, postgres: 20_000 }

/** The key of figures within a quarter of an hour, in the order of their table. */
const FIGURE_ORDER = FIGURE_KEY.slice(1) as readonly (keyof Key)[]
const order = sql.join(FIGURE_ORDER.map(name => sql.ref(name)))

/**
 * Adds the next figures, for quarters of an hour before a given time, to the shortest units of every facet. These
 * quarters must be closed, and all earlier writers must have ended. Returns how many figures were added; 0: there are
 * none.
 */
export function addFigures(db: Db, upTo: number, atOnce = AT_ONCE[databaseKindOf(db)]): Promise<number> {
  return inTransaction(db, async db => {
    const reached = await lockFigureRollUp(db)
    if (reached.until >= upTo) return 0
    const figures = sql`from quota_data where ${isAfter(reached)} and created_at % ${sql.lit(SLOT_SECONDS)} = 0`
    const all = sql`created_at < ${sql.lit(upTo)}`
    const { rows } = await sql<Key & { created_at: number }>`select created_at, ${order} ${figures} and ${all}
      order by created_at, ${order} limit 1 offset ${sql.lit(atOnce - 1)}`.execute(db)
    const last = rows[0]
    // With both bounds SQLite would read on to the other.
    const piece = last
      ? sql`(created_at, ${order}) <= (${sql.lit(last.created_at)}, ${rowOf(last, FIGURE_ORDER)})`
      : all
    await addUp(db, sql`select * ${figures} and ${piece}`, FACETS.map(shortest))
    await noteFigures(db, last ? { until: last.created_at, after: last } : { until: upTo, after: null })
    return last ? atOnce : 1
  })
}

const isAfter = ({ until, after }: Reached) =>
  after
    ? sql`(created_at, ${order}) > (${sql.lit(until)}, ${rowOf(after, FIGURE_ORDER)}) and created_at >= ${sql.lit(until)}`
    : sql`created_at >= ${sql.lit(until)}`

/** Units that figures are added to; `below`: only figures already included in units of this length, up to this key. */
interface Target {
  facet: Facet
  seconds: number
  below?: { seconds: number } & Reached
}

const shortest = (facet: Facet): Target => ({ facet, seconds: shortestOf(facet) })

/** Late figures, oldest first, must follow the sums they belong to. */
export const targetsOf = (levels: readonly LevelReached[], oldest: number): Target[] => [
  ...FACETS.map(shortest),
  ...levels
    .filter(level => hasBegun(level, oldest))
    .map(({ facet, seconds, below, until, after }) => ({
      facet,
      seconds,
      below: { seconds: below, until, after },
    })),
]

const TEXTS: ReadonlySet<string> = new Set(['model_name', 'cause', 'group'])
/** In key order, so that index pages are filled one after another. */
const IN_ORDER = Array.from({ length: 3 + KEY.length }, (_, place) => sql.lit(place + 1))

function hasBegun({ below, until, after }: LevelReached, time: number): boolean {
  const unit = time - (time % below)
  return unit < until || (unit === until && after !== null)
}

/** Adds figures to units, and records the owners of their tokens. */
export async function addUp(db: Db, figures: RawBuilder<unknown>, targets: readonly Target[]): Promise<void> {
  const parts = targets.map(target => sql`select * from (${projected(db, target)}) part where true`)
  await sql`${INTO_SUMS}
    with figures as (${figures}) ${sql.join(parts, sql` union all `)}
    order by ${sql.join(IN_ORDER)} ${ADD_TO_SUMS}`.execute(db)
  await sql`insert into figure_token_users (token_id, user_id)
    select distinct token_id, user_id from (${figures}) figures where true on conflict do nothing`.execute(db)
}

/** The sums of figures for some units. */
function projected(db: Db, { facet, seconds, below }: Target): RawBuilder<unknown> {
  const kept = new Set(facet.by.map((name: Dimension): keyof Key => DIMENSIONS[name]))
  const key = KEY.map(name => {
    if (kept.has(name)) return sql.ref(name)
    return TEXTS.has(name) ? sql`''` : sql`0`
  })
  const startOf = (length: number) => sql`created_at - created_at % ${sql.lit(length)}`
  const conditions = [
    ...(facet.isOfFailed ? [sql`cause <> ''`] : []),
    ...(below ? [isWithin(below, startOf(below.seconds), inOrder(db, key))] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`select ${sql.lit(facet.id)}, ${sql.lit(seconds)}, ${startOf(seconds)}, ${sql.join(key)},
    ${sql.join(SUMS.map(name => ofFigures[name]))}
    from figures ${where} group by ${startOf(seconds)}, ${sql.join(facet.by.map(name => sql.ref(DIMENSIONS[name])))}`
}

const isWithin = ({ until, after }: Reached, unit: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  after
    ? sql`(${unit} < ${sql.lit(until)} or (${unit} = ${sql.lit(until)} and (${key}) <= (${rowOf(after)})))`
    : sql`${unit} < ${sql.lit(until)}`

/** Texts are compared as in the table of sums. */
const inOrder = (db: Db, key: readonly RawBuilder<unknown>[]) =>
  databaseKindOf(db) === 'postgres'
    ? sql.join(KEY.map((name, at) => (TEXTS.has(name) ? sql`${key[at]} collate "C"` : key[at])))
    : sql.join(key)
