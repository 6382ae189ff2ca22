import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * After a clean-up of the log PostgreSQL would clear up only once a fifth of the table was deleted: of ten million rows, two million that are
 * gone would be passed by each time that the oldest are looked for, and counted in when it plans.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  await sql`alter table logs set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)`.execute(
    db,
  )
}
