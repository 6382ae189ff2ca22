import type { Kysely } from 'kysely'
import type { DatabaseKind } from './db.ts'
import { type MeasuredTable, measureTables } from './measure-tables.ts'
import { executedSteps, missingSteps } from './migrate.ts'
import { migrations, notForOlder, type Step } from './migrations/index.ts'
import { TOUCHED } from './migrations/touched.ts'
import type { Tables } from './schema.ts'

/** What the start of this version would do to a database. */
export interface UpgradePlan {
  /** How many steps the database has. */
  applied: number
  /** The steps to come, with the tables that they touch; none: they only make new ones. */
  pending: { name: string; tables: MeasuredTable[] }[]
  /** Those with which the version that uses the database now cannot go on. */
  notBesideOlder: string[]
  /** Steps of a later version, on which this one does not start. */
  later: string[]
}

/** Only reads. */
export async function upgradePlan(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  steps: Record<string, Step> = migrations,
): Promise<UpgradePlan> {
  const executed = await executedSteps({ slow: db, kind })
  const pending = missingSteps(executed, steps)
  const touched = (name: string) => (executed.length > 0 ? (TOUCHED[name] ?? []) : [])
  const measured = pending.some(name => touched(name).length > 0) ? await measureTables(db, kind) : []
  return {
    applied: executed.length,
    pending: pending.map(name => ({ name, tables: measured.filter(table => touched(name).includes(table.name)) })),
    notBesideOlder: executed.length > 0 ? notForOlder(pending) : [],
    later: executed.filter(name => !Object.hasOwn(steps, name)),
  }
}
