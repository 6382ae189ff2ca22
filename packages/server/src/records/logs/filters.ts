import { type CheckedInputOf, type calls, LOG_TYPE, searchedColumns } from '@tollgate/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { matchesPattern } from '../../platform/storage/like.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { codesOf } from './acts/kinds.ts'
import { LONGEST_CAUSE, NO_CAUSE } from './causes.ts'
import { readConversationName } from './conversation-name.ts'
import { type Scope, tokensIn } from './scope.ts'

type Query = CheckedInputOf<typeof calls.logs.stat>['query']

/** A list lets rows with any of its values pass; 0, an empty text and an empty list let every row pass. */
export type LogFilters = {
  [Name in keyof Query]?: Query[Name] extends readonly (infer One)[] ? OneOrSeveral<One> : Query[Name]
} & Partial<Scope>
export type OneOrSeveral<Value> = Value | readonly Value[]

export type Logs = SelectQueryBuilder<Tables, 'logs', object>

/** Query for those of the rows that pass the filters. */
export function passing(logs: Logs, filters: LogFilters) {
  const { userId, start_timestamp = 0, end_timestamp } = filters
  // Always present, so that SQLite uses the index with the rows in order.
  let query = logs.where('logs.created_at', '>=', start_timestamp)
  // Acts are found by their code: the plus keeps databases from reading all rows of a user instead.
  const user = filters.act ? sql<number>`+logs.user_id` : sql.ref<number>('logs.user_id')
  if (userId !== undefined) query = query.where(user, '=', userId)
  const tokens = tokensIn(filters)
  if (tokens) query = query.where('logs.token_id', 'in', tokens)
  const types = valuesOf(filters.type)
  if (types.length > 0) query = query.where(isAnyOf(sql.ref('logs.type'), types))
  const causes = valuesOf(filters.error_code)
  if (causes.length > 0) query = query.where(failedWith(causes))
  // The index of codes omits empty ones, and SQLite needs to be told so.
  if (filters.act) query = query.where('logs.code', '!=', '').where('logs.code', 'in', codesOf(filters.act))
  if (filters.conversation) query = query.where(ofConversation(filters.conversation, user))
  const channels = valuesOf(filters.channel)
  if (channels.length > 0) query = query.where(isAnyOf(sql.ref('logs.channel_id'), channels))
  // By id, which is indexed, so that all rows of a renamed user are found under the new name. SQLite reads the rows of
  // one id in order.
  const users = valuesOf(filters.username)
  if (users.length > 0)
    query = query.where(user, users.length === 1 ? '=' : 'in', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', 'in', users),
    )
  for (const column of searchedColumns) {
    const wanted = valuesOf<string | number>(filters[column])
    if (wanted.length > 0) query = query.where(isAnyOf(sql.ref(`logs.${column}`), wanted))
  }
  const models = valuesOf(filters.model_name)
  if (models.length > 0) query = query.where(isModelLike(sql.ref('logs.model_name'), models))
  if (end_timestamp) query = query.where('logs.created_at', '<=', end_timestamp)
  return query
}

/** `%` in a name stands for any text. */
export function isModelLike(column: RawBuilder<string>, names: readonly string[]): RawBuilder<boolean> {
  const exact = names.filter(name => !name.includes('%'))
  const patterns = names.filter(name => name.includes('%')).map(name => sql`${matchesPattern(column, name)}`)
  const conditions = [...(exact.length > 0 ? [isAnyOf(column, exact)] : []), ...patterns]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Stands for every cause. */
export const ANY_CAUSE = '%'

/**
 * Matches rows by cause as in the figures: shortened, and present for every failed call. PostgreSQL has an index of
 * rows with a cause.
 */
function failedWith(causes: readonly string[]): RawBuilder<boolean> {
  if (causes.includes(ANY_CAUSE))
    return sql`(logs.type = ${LOG_TYPE.error} or (logs.type = ${LOG_TYPE.consume} and logs.error_code <> ''))`
  return sql`(logs.type in (${LOG_TYPE.error}, ${LOG_TYPE.consume})
    and (logs.type = ${sql.lit(LOG_TYPE.error)} or logs.error_code <> '') and (${isAnyOf(sql`substr(logs.error_code, 1, ${LONGEST_CAUSE})`, causes)}
    or (${causes.includes(NO_CAUSE) ? sql`true` : sql`false`} and logs.type = ${LOG_TYPE.error} and logs.error_code = '')))`
}

/** An unknown name matches no rows. */
function ofConversation(name: string, user: RawBuilder<number>): RawBuilder<boolean> {
  const { userId, mark } = readConversationName(name) ?? { userId: 0, mark: -1 }
  return sql`(${user} = ${userId} and logs.conversation = ${mark})`
}

/** The values of a filter; none: every row passes. */
export const valuesOf = <Value extends string | number>(given: Value | readonly Value[] | undefined): Value[] =>
  [given ?? []].flat().filter(value => value !== '' && value !== 0) as Value[]

/** One value is compared with `=`, which databases plan better. */
export const isAnyOf = (column: RawBuilder<unknown>, values: readonly (string | number)[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`
