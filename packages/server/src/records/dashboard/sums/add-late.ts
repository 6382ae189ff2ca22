import { sql } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../../platform/storage/db.ts'
import { ADD_TO_FIGURES, FIGURE_COLUMNS, FIGURE_KEY, SLOT_SECONDS } from '../usage-figures.ts'
import { addUp, targetsOf } from './add-figures.ts'
import { levelsReached, lockFigureRollUp } from './reached.ts'

/** Rows per transaction; each is added to units of every existing length: on SQLite about 5 ms for this many. */
const AT_ONCE = { sqlite: 3, postgres: 500 }

/**
 * Matches figures that arrived after their quarter of an hour was closed and are in no sums yet, as their index does.
 */
export const isLate = sql<boolean>`created_at % ${sql.lit(SLOT_SECONDS)} = 1`

/** Otherwise SQLite would read all figures of the time. */
export const fromLateFigures = (db: Db) =>
  databaseKindOf(db) === 'sqlite' ? sql`from quota_data indexed by quota_data_late` : sql`from quota_data`

const names = Object.keys(FIGURE_COLUMNS) as (keyof typeof FIGURE_COLUMNS)[]
const columns = sql.join(names.map(name => sql.ref(name)))
const key = sql.join(FIGURE_KEY.map(name => sql.ref(name)))

/** Adds late figures to the sums. Returns how many; 0: there are none. */
export function addLate(db: Db, atOnce = AT_ONCE[databaseKindOf(db)]): Promise<number> {
  return inTransaction(db, async db => {
    const { until } = await lockFigureRollUp(db)
    // Calls add to these rows, so exactly the rows that were read must be deleted.
    const lock = databaseKindOf(db) === 'postgres' ? sql`for update` : sql``
    const { rows } = await sql<Record<keyof typeof FIGURE_COLUMNS, string | number | null>>`
      select ${columns} ${fromLateFigures(db)} where ${isLate} and created_at < ${sql.lit(until)}
      order by ${key} limit ${sql.lit(atOnce)} ${lock}`.execute(db)
    const [oldest] = rows
    if (!oldest) return 0
    const asSql = (value: string | number | null, type: 'bigint' | 'text') =>
      type === 'text' ? sql`cast(${value} as text)` : sql`cast(${sql.lit(value)} as bigint)`
    const late = sql`select * from (with late (${columns}) as (values ${sql.join(
      rows.map(row => sql`(${sql.join(names.map(name => asSql(row[name], FIGURE_COLUMNS[name])))})`),
    )}) select * from late) late`
    await addUp(db, late, targetsOf(await levelsReached(db), Number(oldest.created_at)))
    await sql`insert into quota_data (${columns})
      select created_at + 1, ${sql.join(names.slice(1).map(name => sql.ref(name)))} from (${late}) moved where true
      ${sql.raw(ADD_TO_FIGURES)}`.execute(db)
    await sql`delete from quota_data where (${key}) in (select ${key} from (${late}) moved)`.execute(db)
    return rows.length
  })
}
