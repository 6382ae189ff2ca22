import { DEFAULT_MIGRATION_TABLE, Migrator, sql } from 'kysely'
import { StartError } from '../process/environment.ts'
import { databaseTimeMs } from './database-time.ts'
import type { DatabaseKind, Storage } from './db.ts'
import { migrations, notForOlder, type Step } from './migrations/index.ts'
import { isTransient } from './transient-errors.ts'

/** A step that brought the schema further, and how long it took. */
export interface AppliedStep {
  name: string
  took_ms: number
}

/**
 * Migrates the database to this version's schema. All missing steps run in one transaction, so the database always has
 * either the old or the new schema. Returns the steps that ran here.
 * @throws StartError if a step fails, if a later version has used the database, or if an older one is using it
 */
export async function migrate(storage: Storage, steps: Record<string, Step> = migrations): Promise<AppliedStep[]> {
  const executed = await executedSteps(storage).catch(error => {
    throw asStartError(error, 'preparation')
  })
  refuseLaterVersion(executed, steps)
  if (storage.kind === 'postgres' && notForOlder(missingSteps(executed, steps)).length > 0)
    await refuseBesideOlder(storage, executed)
  const applied: AppliedStep[] = []
  const { error, results } = await migratorOf(storage, steps, applied).migrateToLatest()
  if (error)
    throw asStartError(error, results?.find(result => result.status === 'Error')?.migrationName ?? 'preparation')
  return applied
}

/**
 * For commands beside the server. Only reads.
 * @throws StartError if the database does not have this version's schema
 */
export async function checkUpToDate(storage: Storage): Promise<void> {
  const executed = await executedSteps(storage)
  refuseLaterVersion(executed, migrations)
  if (missingSteps(executed, migrations).length > 0)
    throw new StartError('The database belongs to an older version. Start the server once to bring it up to date.')
}

function asStartError(error: unknown, failed: string): unknown {
  if (isTransient(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(`The database could not be brought up to date (${failed}): ${reason}.`)
}

/** Steps of a later version, which this one does not know. */
function refuseLaterVersion(executed: string[], steps: Record<string, Step>): void {
  const unknown = executed.filter(name => !Object.hasOwn(steps, name))
  if (unknown.length === 0) return
  throw new StartError(
    `The database belongs to a later version of Tollgate (${unknown.join(', ')}): start that version, ` +
      'or restore a backup from before the upgrade. Nothing was changed.',
  )
}

/** Nodes renew their heartbeat every 5 seconds and are given up after three missed ones. */
const SILENT_SECONDS = 15

/**
 * Throws if a server of the previous version is running: it would continue with a schema it does not know. A SQLite
 * folder has only one process anyway.
 */
async function refuseBesideOlder({ slow, kind }: Storage, executed: string[]): Promise<void> {
  if (!executed.includes('0008-leases')) return
  const { rows } = await sql<{ silent: number | null }>`
    select (${sql.raw(databaseTimeMs(kind))} - max(seen_at)) / 1000 as silent from nodes`.execute(slow)
  const silent = rows[0]?.silent ?? null
  if (silent === null || Number(silent) >= SILENT_SECONDS) return
  throw new StartError(
    `A server of an older version uses this database, and the two cannot share it: stop all its nodes first, ` +
      `or wait ${SILENT_SECONDS} seconds where they were killed. Nothing was changed.`,
  )
}

export const missingSteps = (executed: string[], steps: Record<string, Step>): string[] =>
  Object.keys(steps).filter(name => !executed.includes(name))

const KNOWS_STEPS: Record<DatabaseKind, string> = {
  sqlite: `select 1 from sqlite_master where type = 'table' and name = '${DEFAULT_MIGRATION_TABLE}'`,
  postgres: `select 1 where to_regclass('${DEFAULT_MIGRATION_TABLE}') is not null`,
}

/** The names of the steps applied to the database; an empty database has none. */
export async function executedSteps({ slow, kind }: Pick<Storage, 'slow' | 'kind'>): Promise<string[]> {
  const table = await sql.raw(KNOWS_STEPS[kind]).execute(slow)
  if (table.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(slow)
  return rows.map(({ name }) => name)
}

const migratorOf = ({ slow, kind }: Storage, steps: Record<string, Step>, applied: AppliedStep[]): Migrator =>
  new Migrator({
    db: slow,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(steps).map(([name, step]) => [
            name,
            {
              async up(database: never) {
                const before = performance.now()
                await step(database, kind)
                applied.push({ name, took_ms: Math.round(performance.now() - before) })
              },
            },
          ]),
        ),
    },
  })
