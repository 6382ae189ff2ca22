import type { Selectable } from 'kysely'
import { type Db, databaseKindOf } from '../../../platform/storage/db.ts'
import type { Tables } from '../../../platform/storage/schema.ts'
import { HOUR_SECONDS, LEVELS } from './units.ts'

/** Locks the progress of summing: nobody else can change it until the transaction ends. */
export function lockRollUp(db: Db): Promise<Selectable<Tables['log_roll_up']>> {
  const state = db.selectFrom('log_roll_up').selectAll()
  return (databaseKindOf(db) === 'postgres' ? state.forUpdate() : state).executeTakeFirstOrThrow()
}

/** How far each level above the hour is built, lowest first. */
export const levelsOf = (db: Db): Promise<Selectable<Tables['log_sum_levels']>[]> =>
  db.selectFrom('log_sum_levels').selectAll().where('hours', 'in', LEVELS).orderBy('hours').execute()

/**
 * Runs before rows older than a given time are deleted: from then on their units are counted from rows, not from sums.
 */
export async function noteGone(db: Db, before: number): Promise<void> {
  await db.updateTable('log_roll_up').set({ gone_before: before }).where('gone_before', '<', before).execute()
}

/** The `user_id` of these sums. */
export const EVERYBODY = -1
/** Totals of all users, by time alone. */
export const ALL_ROWS = -3
/** All users' sums by token name; hours have none, only those of all users. */
export const BY_TOKEN_NAME = -2

/** From the first hour with sums, not before a given time, to the end of the last; empty: there are none. */
export async function knownHours(db: Db, from: number): Promise<{ from: number; to: number }> {
  // Older sums may just have been deleted, and PostgreSQL would read their remains.
  const hours = db.selectFrom('log_sums').select('since').where('hours', '=', 1).where('since', '>=', from).limit(1)
  const first = await hours.orderBy('since').executeTakeFirst()
  const last = await hours.orderBy('since', 'desc').executeTakeFirst()
  return first && last ? { from: first.since, to: last.since + HOUR_SECONDS } : { from: 0, to: 0 }
}
