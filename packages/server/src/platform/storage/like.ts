import { type Expression, type SqlBool, sql } from 'kysely'

/** Condition that a column contains a text, ignoring case, on both databases. `%` and `_` in it are literal. */
export const contains = (column: Expression<string>, part: string): Expression<SqlBool> =>
  like(column, `%${escapeSpecials(part)}%`)

/** Condition that a column matches a pattern, ignoring case. `%` stands for any text; nothing else is special. */
export const matchesPattern = (column: Expression<string>, pattern: string): Expression<SqlBool> =>
  like(column, pattern.split('%').map(escapeSpecials).join('%'))

/**
 * SQLite's `lower` knows ASCII alone, and PostgreSQL's goes by the database's locale. So the letters that the pattern has are
 * folded by `replace`, one for each other spelling of each; letters that it lacks do not matter.
 */
function like(column: Expression<string>, pattern: string): Expression<SqlBool> {
  const folded = [...pattern].map(fold).join('')
  const folds = [...new Set(folded)].flatMap(letter =>
    (spellings().get(letter) ?? []).map(other => ({ other, letter })),
  )
  const searched = folds.reduce(
    (inner, { other, letter }) => sql<string>`replace(${inner}, ${other}, ${letter})`,
    sql<string>`lower(${column})`,
  )
  return sql<SqlBool>`${searched} like ${folded} escape '!'`
}

const escapeSpecials = (text: string): string => text.replace(/[!%_]/g, '!$&')

/** The one spelling that stands for a letter's others: `М` and `м`, `σ` and `ς`. Letters that change their length stay. */
function fold(letter: string): string {
  const folded = letter.toUpperCase().toLowerCase()
  return folded.length === letter.length ? folded : letter
}

const LAST_OF_PLANE = 0xffff
let found: Map<string, string[]> | null = null

/** The other spellings of each folded letter beyond ASCII. */
function spellings(): ReadonlyMap<string, string[]> {
  if (found) return found
  found = new Map()
  for (let code = 0x80; code <= LAST_OF_PLANE; code++) {
    const letter = String.fromCharCode(code)
    const folded = fold(letter)
    if (folded !== letter) found.set(folded, [...(found.get(folded) ?? []), letter])
  }
  return found
}
