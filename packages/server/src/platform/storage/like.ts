import { type Expression, type SqlBool, sql } from 'kysely'

/** Condition that a column contains a text, ignoring case, on both databases. `%` and `_` in it are literal. */
export const contains = (column: Expression<string>, part: string): Expression<SqlBool> =>
  like(column, `%${escapeSpecials(part)}%`)

/** Condition that a column matches a pattern, ignoring case. `%` stands for any text; nothing else is special. */
export const matchesPattern = (column: Expression<string>, pattern: string): Expression<SqlBool> =>
  like(column, pattern.split('%').map(escapeSpecials).join('%'))

const like = (column: Expression<string>, pattern: string) =>
  sql<SqlBool>`lower(${column}) like ${pattern.toLowerCase()} escape '!'`

const escapeSpecials = (text: string): string => text.replace(/[!%_]/g, '!$&')
