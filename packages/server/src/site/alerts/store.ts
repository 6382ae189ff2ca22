import type { AlertRule } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { AlertMessagesTable, AlertsTable } from '../../platform/storage/schema.ts'
import type { Condition } from './rules.ts'

export type AlertRow = Selectable<AlertsTable>
export type MessageRow = Selectable<AlertMessagesTable>

/** A sent message; `values` is JSON. */
export interface AlertMessage extends MessageRow {
  rule: AlertRule
  key: string
  since: number
}

export const readAlerts = (db: Db): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().orderBy('since').orderBy('key').execute()

export const readMessages = (db: Db): Promise<MessageRow[]> => db.selectFrom('alert_messages').selectAll().execute()

/** Records a problem. An existing record keeps its time. */
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

/**
 * Deletes what an earlier process of a server reported: about itself, in keys that end with its name, and about nodes
 * that are gone.
 */
export async function forgetServerAlerts(db: Db, server: string): Promise<void> {
  const nodes = new Set((await db.selectFrom('nodes').select('id').execute()).map(({ id }) => id))
  const isOver = ({ key, rule, values }: AlertRow) =>
    OF_NODES.has(rule) ? !nodes.has(JSON.parse(values).node) : key.endsWith(`:${server}`)
  for (const row of await readAlerts(db)) if (isOver(row)) await forgetAlert(db, row.key)
}

const OF_NODES = new Set<string>(['node_lost', 'funds_held'] satisfies AlertRule[])

/** Records the last message of a rule, unless a later one is recorded. */
export async function noteMessage(db: Db, { rule, state, values, told_at }: AlertMessage): Promise<void> {
  await db
    .insertInto('alert_messages')
    .values({ rule, state, values, told_at })
    .onConflict(conflict =>
      conflict.column('rule').doUpdateSet({ state, values, told_at }).where('alert_messages.told_at', '<=', told_at),
    )
    .execute()
}
