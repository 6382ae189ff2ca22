import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Finds the users of one model or channel without reading all other sums. SQLite stores sums in key order and would
 * have to look each one up from such an index, which is no faster than reading by user.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return
  await sql`create index figure_sums_by_model on figure_sums (seconds, since, model_name) where facet = 4`.execute(db)
  await sql`create index figure_sums_by_channel on figure_sums (seconds, since, channel_id) where facet = 5`.execute(db)
}
