import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import { matchesPattern } from '../../../platform/storage/like.ts'
import { numberRows } from '../../../platform/storage/number-rows.ts'
import type { LogFilters } from '../store.ts'
import { ALL_ROWS, BY_TOKEN_NAME, EVERYBODY } from './store.ts'
import type { Unit } from './units.ts'

/** With more users than this, everybody's sums are read. */
export const MOST_USERS = 40

/** The users with matching rows; null: all users. */
export async function usersOf(
  db: Db,
  { userId, username, token_id, token_name }: LogFilters,
): Promise<number[] | null> {
  if (userId !== undefined && !username) return [userId]
  if (username) {
    let users = db.selectFrom('users').select('id').where('username', '=', username)
    if (userId !== undefined) users = users.where('id', '=', userId)
    return (await users.execute()).map(({ id }) => id)
  }
  if (!token_id && !token_name) return [EVERYBODY]
  let tokens = db
    .selectFrom('log_token_users')
    .select('user_id')
    .distinct()
    .limit(MOST_USERS + 1)
  if (token_id) tokens = tokens.where('token_id', '=', token_id)
  if (token_name) tokens = tokens.where('token_name', '=', token_name)
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
  else if (!users && filters.token_id) await add(ofAll, units)
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
  const { type, channel, group, model_name, error_code, token_id, token_name } = filters
  return [
    ...(type ? [sql`log_sums.type = ${type}`] : []),
    ...(channel ? [sql`log_sums.channel_id = ${channel}`] : []),
    ...(group ? [sql`log_sums."group" = ${group}`] : []),
    ...(model_name ? [modelIs(model_name)] : []),
    ...(error_code ? [error_code === '%' ? sql`log_sums.cause <> ''` : sql`log_sums.cause = ${error_code}`] : []),
    ...(token_id ? [sql`log_sums.token_id = ${token_id}`] : []),
    ...(token_name ? [sql`log_sums.token_name = ${token_name}`] : []),
  ]
}

const modelIs = (name: string): RawBuilder<unknown> =>
  name.includes('%') ? sql`${matchesPattern(sql`log_sums.model_name`, name)}` : sql`log_sums.model_name = ${name}`
