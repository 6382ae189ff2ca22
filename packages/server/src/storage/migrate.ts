import { Migrator } from 'kysely'
import { StartError } from '../environment.ts'
import type { Storage } from './db.ts'
import { migrations, type Step } from './migrations/index.ts'
import { isTransient } from './transient-errors.ts'

/**
 * Migrates the database to this version's schema. All missing steps run in one transaction, so the database always has
 * either the old or the new version.
 *
 * @throws StartError with the reason when a step fails
 */
export async function migrate(storage: Storage, steps: Record<string, Step> = migrations): Promise<void> {
  const { error, results } = await migratorOf(storage, steps).migrateToLatest()
  if (!error) return
  if (isTransient(error)) throw error
  const failed = results?.find(result => result.status === 'Error')?.migrationName ?? 'preparation'
  const reason = error instanceof Error ? error.message : String(error)
  throw new StartError(`The database could not be brought up to date (${failed}): ${reason}.`)
}

/** Returns whether the database has this version's schema. Reads only. */
export async function isUpToDate(storage: Storage): Promise<boolean> {
  const steps = await migratorOf(storage, migrations).getMigrations()
  return steps.every(({ executedAt }) => executedAt !== undefined)
}

const migratorOf = ({ slow, kind }: Storage, steps: Record<string, Step>): Migrator =>
  new Migrator({
    db: slow,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(steps).map(([name, step]) => [name, { up: (database: never) => step(database, kind) }]),
        ),
    },
  })
