import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/db.ts'
import { type OneOrSeveral, valuesOf } from '../../logs/filters.ts'
import { type Scope, tokensIn } from '../../logs/scope.ts'
import { fromLateFigures, isLate } from './add-late.ts'
import { DIMENSIONS, type Dimension } from './facets.ts'
import { figuresBy } from './tables.ts'

/** Filters of figures. A list lets all figures with any of its values pass; 0, an empty text and an empty list: all. */
export interface Which extends Partial<Scope> {
  model_name?: OneOrSeveral<string>
  token_id?: number
  username?: OneOrSeveral<string>
  channel?: OneOrSeveral<number>
  group?: OneOrSeveral<string>
}

/** The wanted values of each dimension. */
export type Conditions = Partial<Record<Dimension, readonly (number | string)[]>>

export async function conditionsOf(
  db: Db,
  { username, model_name, token_id, channel, group, ...scope }: Which,
): Promise<Conditions> {
  const { userId } = scope
  const conditions: Conditions = {}
  if (userId !== undefined) conditions.user = [userId]
  const usernames = valuesOf(username)
  if (usernames.length > 0) {
    // By id, so that all figures of a renamed user are found, under the new name.
    const ids = await db.selectFrom('users').select('id').where('username', 'in', usernames).execute()
    conditions.user = ids.map(({ id }) => id).filter(id => userId === undefined || id === userId)
  }
  const [models, channels, groups] = [valuesOf(model_name), valuesOf(channel), valuesOf(group)]
  if (models.length > 0) conditions.model = models
  if (groups.length > 0) conditions.group = groups
  if (token_id) conditions.token = [token_id]
  const narrowed = tokensIn(scope)
  if (narrowed) {
    const ids = await db.selectFrom('tokens').select('id').where('id', 'in', narrowed).execute()
    conditions.token = ids.map(({ id }) => id).filter(id => !token_id || id === token_id)
  }
  if (channels.length > 0) conditions.channel = channels
  const users = token_id && !conditions.user ? await usersOf(db, token_id) : null
  // Filtering by user finds figures without reading everybody's.
  if (users) conditions.user = users
  return conditions
}

/** The owners of a token's figures; null: nothing is summed up yet, so all figures would have to be read. */
async function usersOf(db: Db, token: number): Promise<number[] | null> {
  const { until } = await db.selectFrom('figure_roll_up').select('until').executeTakeFirstOrThrow()
  if (until === 0) return null
  const { rows } = await sql<{ user_id: number }>`
    select user_id from figure_token_users where token_id = ${token}
    union select user_id from ${figuresBy(db, 'time')} where created_at >= ${until} and token_id = ${token}
    union select user_id ${fromLateFigures(db)} where ${isLate} and token_id = ${token}`.execute(db)
  return rows.map(({ user_id }) => Number(user_id))
}

/** The filters as conditions of a statement. */
export const meeting = (conditions: Conditions): RawBuilder<unknown>[] =>
  (Object.entries(conditions) as [Dimension, readonly (number | string)[]][]).map(([name, values]) => {
    const column = sql.ref(DIMENSIONS[name])
    if (values.length === 0) return sql`1 = 0`
    return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values.map(listed))})`
  })

/** A member may have more tokens than a statement takes parameters. */
const listed = (value: number | string) => (typeof value === 'number' ? sql.lit(value) : value)

export const failed = (ofFailed = false) => (ofFailed ? [sql`cause <> ''`] : [])
export const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`1 = 1`, ...conditions], sql` and `)
