import type { Kysely } from 'kysely'

/** Indexes by time that have everything by which a list is filtered or sorted, so that a sort reads no whole rows. */
const LISTED = {
  tasks: {
    replaces: 'tasks_by_submit_time',
    columns: ['submit_time', 'status', 'platform', 'action', 'quota', 'finish_time', 'channel_id', 'user_id'],
  },
  midjourneys: {
    replaces: 'midjourneys_by_submit_time',
    columns: ['submit_time', 'status', 'action', 'quota', 'finish_time', 'channel_id', 'user_id'],
  },
  top_ups: {
    replaces: 'top_ups_by_create_time',
    columns: [
      ...['create_time', 'status', 'amount', 'money_cents', 'complete_time', 'payment_method'],
      ...['open_disputes', 'taken_quota', 'user_id'],
    ],
  },
}

/** Indexes are dropped at the end, which on PostgreSQL locks out everybody else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The id last, which PostgreSQL's indexes do not have by themselves.
  for (const [table, { columns }] of Object.entries(LISTED))
    await db.schema
      .createIndex(`${table}_listed`)
      .on(table)
      .columns([...columns, 'id'])
      .execute()
  for (const { replaces } of Object.values(LISTED)) await db.schema.dropIndex(replaces).execute()
}
