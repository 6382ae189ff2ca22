import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createFigureSums } from './0035-figure-sums.ts'

/** Sums of a unit are sorted by user first, so that all models of one user are adjacent. Existing sums are rebuilt. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema.dropTable('figure_sums').execute()
  await createFigureSums(db, kind, ['user_id', 'model_name', 'channel_id', 'token_id', 'cause'])
  await sql`delete from figure_sum_levels`.execute(db)
  await sql`update figure_roll_up
    set until = 0, model_name = null, channel_id = null, user_id = null, token_id = null, cause = null`.execute(db)
}
