import { type Kysely, sql } from 'kysely'
import { databaseTime } from '../database-time.ts'
import type { DatabaseKind } from '../db.ts'

/** When a mark was left, so that those of killed writers can be told. What is there counts from now on. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('commit_marks')
    .addColumn('left_at', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update commit_marks set left_at = ${sql.raw(databaseTime(kind))}`.execute(db)
}
