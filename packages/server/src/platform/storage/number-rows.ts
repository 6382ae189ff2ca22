import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of whole numbers for `values`, as one text: with thousands of parts, each would be an object for Kysely and a
 * parameter for the database.
 * @throws TypeError for anything but a whole number
 */
export function numberRows(rows: readonly (readonly number[])[]): RawBuilder<unknown> {
  const wrong = rows.flatMap(row => row.filter(number => !Number.isSafeInteger(number)))
  if (wrong.length > 0) throw new TypeError(`${wrong[0]} is not a whole number`)
  return sql.raw(rows.map(row => `(${row.join(', ')})`).join(', '))
}
