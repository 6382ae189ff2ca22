import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { numberRows } from '../../../platform/storage/number-rows.ts'
import { ANY_CAUSE, isAnyOf, isModelLike, type LogFilters, valuesOf } from '../filters.ts'
import { ALL_ROWS, BY_TOKEN_NAME, EVERYBODY } from './store.ts'
import type { Unit } from './units.ts'

/** With more users than this, everybody's sums are read. */
export const MOST_USERS = 40

/** The users with matching rows; null: all users. */
export async function usersOf(db: Db, { userId, ...filters }: LogFilters): Promise<number[] | null> {
  const [usernames, ids, names] = [valuesOf(filters.username), valuesOf(filters.token_id), valuesOf(filters.token_name)]
  if (userId !== undefined && usernames.length === 0) return [userId]
  if (usernames.length > 0) {
    let users = db.selectFrom('users').select('id').where('username', 'in', usernames)
    if (userId !== undefined) users = users.where('id', '=', userId)
    return (await users.execute()).map(({ id }) => id)
  }
  if (ids.length + names.length === 0) return [EVERYBODY]
  let tokens = db
    .selectFrom('log_token_users')
    .select('user_id')
    .distinct()
    .limit(MOST_USERS + 1)
  if (ids.length > 0) tokens = tokens.where('token_id', 'in', ids)
  if (names.length > 0) tokens = tokens.where('token_name', 'in', names)
  const users = await tokens.execute()
  return users.length > MOST_USERS ? null : users.map(({ user_id }) => user_id)
}

interface Wanted {
  filters: LogFilters
  users: readonly number[] | null
  units: readonly Unit[]
}

/** Sums of the matching rows, by unit. */
export async function unitSums(db: Db, { filters, users, units }: Wanted) {
  const sums = new Map<string, { rows: number; quota: number }>()
  async function add(from: RawBuilder<unknown>, units: readonly Unit[]) {
    if (units.length === 0) return
    const wanted = numberRows(units.map(({ hours, since }) => [hours, since]))
    const { rows } = await sql<Unit & { rows: number; quota: number }>`
      with units (hours, since) as (values ${wanted})
      select units.hours, units.since, sum("rows") as "rows", sum(quota) as quota from units cross join ${from}
      group by units.hours, units.since`.execute(db)
    for (const { hours, since, ...sum } of rows)
      sums.set(`${hours} ${since}`, { rows: Number(sum.rows), quota: Number(sum.quota) })
  }
  const conditions = conditionsOf(filters)
  const which = sql.join(
    [sql`log_sums.hours = units.hours`, sql`log_sums.since = units.since`, ...conditions],
    sql` and `,
  )
  const ofUser = (is: RawBuilder<unknown>) => sql`log_sums where log_sums.user_id ${is} and ${which}`
  const ofAll = ofUser(sql`> ${sql.lit(EVERYBODY)}`)
  const isOfAll = conditions.length === 0 && users?.includes(EVERYBODY)
  if (isOfAll) await add(ofUser(sql`= ${sql.lit(ALL_ROWS)}`), units)
  else if (users && users.length > 0) await add(ofUsers(db, users, which), units)
  else if (!users && valuesOf(filters.token_id).length > 0) await add(ofAll, units)
  else if (!users) {
    await add(
      ofAll,
      units.filter(({ hours }) => hours === 1),
    )
    await add(
      ofUser(sql`= ${sql.lit(BY_TOKEN_NAME)}`),
      units.filter(({ hours }) => hours > 1),
    )
  }
  return ({ hours, since }: Unit) => sums.get(`${hours} ${since}`) ?? { rows: 0, quota: 0 }
}

/** PostgreSQL would read the sums of all users, so each user's are looked up. */
const ofUsers = (db: Db, users: readonly number[], which: RawBuilder<unknown>): RawBuilder<unknown> =>
  databaseKindOf(db) === 'postgres'
    ? sql`unnest(array[${sql.join(users.map(id => sql`${sql.lit(id)}::bigint`))}]) id
        cross join lateral (select * from log_sums where log_sums.user_id = id and ${which} offset 0) sums`
    : sql`log_sums where log_sums.user_id in (${sql.join(users)}) and ${which}`

/** The filters other than time and user. */
function conditionsOf(filters: LogFilters): RawBuilder<unknown>[] {
  const [models, causes] = [valuesOf(filters.model_name), valuesOf(filters.error_code)]
  const any = (column: string, given: Parameters<typeof valuesOf<string | number>>[0]) => {
    const values = valuesOf(given)
    return values.length > 0 ? [isAnyOf(sql.ref(`log_sums.${column}`), values)] : []
  }
  return [
    ...any('type', filters.type),
    ...any('channel_id', filters.channel),
    ...any('group', filters.group),
    ...(models.length > 0 ? [isModelLike(sql.ref('log_sums.model_name'), models)] : []),
    ...(causes.includes(ANY_CAUSE) ? [sql`log_sums.cause <> ''`] : any('cause', causes)),
    ...any('token_id', filters.token_id),
    ...any('token_name', filters.token_name),
  ]
}
