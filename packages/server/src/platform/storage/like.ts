import { type Expression, type SqlBool, sql } from 'kysely'

/** Condition that a column contains a text, ignoring case, on both databases. `%` and `_` in the text are literal. */
export const contains = (column: Expression<string>, part: string): Expression<SqlBool> =>
  like(column, `%${escapeSpecials(part)}%`)

/** Condition that a column matches a pattern, ignoring case. `%` stands for any text; nothing else is special. */
export const matchesPattern = (column: Expression<string>, pattern: string): Expression<SqlBool> =>
  like(column, pattern.split('%').map(escapeSpecials).join('%'))

/**
 * SQLite's `lower` knows only ASCII, and PostgreSQL's depends on the database's locale. So `replace` folds the letters
 * that occur in the pattern, once for each other spelling; other letters do not matter.
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

/**
 * The spelling that stands for all others of a letter: `М` and `м`, `σ` and `ς`. Letters whose folding changes their
 * length stay.
 */
function fold(letter: string): string {
  const folded = letter.toUpperCase().toLowerCase()
  return folded.length === letter.length ? folded : letter
}

const LAST_OF_PLANE = 0xffff
let found: Map<string, string[]> | null = null

/** The other spellings of each folded non-ASCII letter. */
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
