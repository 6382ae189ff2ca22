import type { DatabaseKind } from './db.ts'

/** The database's clock in SQL, whole unix seconds: one clock for all nodes. */
export const databaseTime = (kind: DatabaseKind): string =>
  kind === 'sqlite' ? 'unixepoch()' : 'cast(floor(extract(epoch from clock_timestamp())) as bigint)'
