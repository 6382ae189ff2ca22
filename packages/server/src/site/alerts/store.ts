import type { Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { AlertsTable } from '../../platform/storage/schema.ts'
import type { Condition } from './rules.ts'

export type AlertRow = Selectable<AlertsTable>

export const readAlerts = (db: Db): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().orderBy('since').orderBy('key').execute()

/** Records problems; those already recorded keep their time. */
export async function noteAlert(db: Db, { key, rule, values }: Condition, since: number): Promise<void> {
  await db
    .insertInto('alerts')
    .values({ key, rule, values: JSON.stringify(values), since })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
}

export async function markTold(db: Db, key: string, at: number): Promise<void> {
  await db.updateTable('alerts').set({ told_at: at }).where('key', '=', key).execute()
}

export async function forgetAlert(db: Db, key: string): Promise<void> {
  await db.deleteFrom('alerts').where('key', '=', key).execute()
}
