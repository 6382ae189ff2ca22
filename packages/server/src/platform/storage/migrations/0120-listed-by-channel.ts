import type { Kysely } from 'kysely'

/**
 * Indexes by channel that have everything by which a list is filtered or sorted. Otherwise PostgreSQL reads the whole
 * table for the tasks or drawings of a channel.
 */
const COLUMNS = {
  tasks: ['submit_time', 'status', 'platform', 'action', 'quota', 'finish_time', 'user_id', 'id'],
  midjourneys: ['submit_time', 'status', 'action', 'quota', 'finish_time', 'user_id', 'id'],
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    await db.schema
      .createIndex(`${table}_listed_by_channel`)
      .on(table)
      .columns(['channel_id', ...columns])
      .execute()
}
