import { type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../../platform/storage/db.ts'

/**
 * The HTTP status in `other` of a failed call's row; null: none. PostgreSQL refuses to read JSON with escaped zero
 * bytes or lone surrogates, which rows of older versions have, so there it is found as text: inside a string its quotes
 * would be escaped.
 */
export const loggedStatus = (kind: DatabaseKind): RawBuilder<number | null> =>
  kind === 'postgres'
    ? sql`substring(other from '"status_code" *: *([0-9]{1,9})')::int`
    : sql`case when other like '{%' then cast(json_extract(other, '$.status_code') as integer) end`
