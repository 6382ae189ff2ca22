import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * By default PostgreSQL vacuums only after a fifth of the table was deleted. With ten million rows, each search for the
 * oldest would skip two million dead rows, and the planner would count them.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  await sql`alter table logs set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)`.execute(
    db,
  )
}
