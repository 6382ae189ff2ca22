import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Subscriptions that took another's place, and how much of its price counted. Ends those of dissolved teams. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  for (const name of ['upgraded_from', 'counted'])
    await db.schema
      .alterTable('subscriptions')
      .addColumn(name, integer, column => column.notNull().defaultTo(0))
      .execute()
  // A subscription is upgraded once.
  await db.schema
    .createIndex('subscriptions_upgraded')
    .on('subscriptions')
    .column('upgraded_from')
    .unique()
    .where(sql.ref('upgraded_from'), '>', 0)
    .execute()
  const dissolved = sql`select id from users where is_team = 1 and deleted_at is not null`
  await sql`update subscriptions set status = 'ended', end_reason = 'team_dissolved', renews = 0,
    ended_at = (select deleted_at from users where users.id = user_id)
    where status <> 'ended' and user_id in (${dissolved})`.execute(db)
  await sql`update users set subscriptions = 0 where id in (${dissolved})`.execute(db)
}
