import { type RawBuilder, sql } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'

/** PostgreSQL cannot know how little a query needs and would read the whole table, so each part is looked up. */
export const found = (db: Db, table: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  databaseKindOf(db) === 'postgres'
    ? sql`lateral (select * from ${table} where ${where} offset 0) found`
    : sql`${table} where ${where}`

/** SQLite does not know the lengths of ranges and would use the index of users, or read all figures for each part. */
export function figuresBy(db: Db, order: 'time' | 'user'): RawBuilder<unknown> {
  if (databaseKindOf(db) === 'postgres') return sql`quota_data`
  return order === 'user'
    ? sql`quota_data indexed by quota_data_by_user`
    : sql`quota_data indexed by sqlite_autoindex_quota_data_1`
}

/** Otherwise SQLite would build an index for each query. */
export const bySumsKey = (db: Db) =>
  databaseKindOf(db) === 'sqlite' ? sql`figure_sums indexed by sqlite_autoindex_figure_sums_1` : sql`figure_sums`
