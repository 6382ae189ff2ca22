import type { DatabaseKind } from './db.ts'

/** The database's clock in SQL, whole unix seconds: one clock for all nodes. */
export const databaseTime = (kind: DatabaseKind): string =>
  kind === 'sqlite' ? 'unixepoch()' : 'cast(floor(extract(epoch from clock_timestamp())) as bigint)'

/** The same in whole milliseconds. */
export const databaseTimeMs = (kind: DatabaseKind): string =>
  kind === 'sqlite'
    ? `cast(unixepoch('subsec') * 1000 as integer)`
    : 'cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)'
