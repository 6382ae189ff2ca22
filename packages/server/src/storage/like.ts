import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether a text contains another, ignoring case, on both databases. `%` and `_` in it are nothing special. */
export const contains = (column: Expression<string>, part: string): Expression<SqlBool> =>
  like(column, `%${escapeSpecials(part)}%`)

/** Whether a text follows a pattern in which `%` stands for anything and nothing else is special, ignoring case. */
export const follows = (column: Expression<string>, pattern: string): Expression<SqlBool> =>
  like(column, pattern.split('%').map(escapeSpecials).join('%'))

const like = (column: Expression<string>, pattern: string) =>
  sql<SqlBool>`lower(${column}) like ${pattern.toLowerCase()} escape '!'`

const escapeSpecials = (text: string): string => text.replace(/[!%_]/g, '!$&')
