import { type Kysely, sql } from 'kysely'
import { databaseTime } from '../database-time.ts'
import type { DatabaseKind } from '../db.ts'

/** When a mark was left, so that marks of killed writers can be recognised. Existing marks count from now on. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('commit_marks')
    .addColumn('left_at', kind === 'sqlite' ? 'integer' : 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update commit_marks set left_at = ${sql.raw(databaseTime(kind))}`.execute(db)
}
