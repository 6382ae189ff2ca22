import type { VersionStart } from '@tollgate/contract'
import type { Db } from './db.ts'
import type { AppliedStep } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const KEPT = 30

/** Notes the first start of this version on the database, with the steps that it applied. */
export async function noteVersionStart(db: Db, version: string, applied: AppliedStep[]): Promise<void> {
  const last_step = Object.keys(migrations).at(-1) ?? ''
  const start = { version, last_step, started_at: Math.floor(Date.now() / 1000), steps: JSON.stringify(applied) }
  await db
    .insertInto('version_starts')
    .values(start)
    .onConflict(conflict => {
      const known = conflict.columns(['version', 'last_step'])
      // Another node of this version may have been noted while this one applied the steps.
      return applied.length > 0 ? known.doUpdateSet({ steps: start.steps }) : known.doNothing()
    })
    .execute()
  const kept = db.selectFrom('version_starts').select('started_at').orderBy('started_at', 'desc').limit(KEPT).as('kept')
  await db
    .deleteFrom('version_starts')
    .where(
      'started_at',
      '<',
      db.selectFrom(kept).select(({ fn }) => fn.min('started_at').as('oldest')),
    )
    .execute()
}

/** The first starts of versions on the database, newest first. */
export async function versionStarts(db: Db): Promise<VersionStart[]> {
  const rows = await db
    .selectFrom('version_starts')
    .select(['version', 'started_at', 'steps'])
    .orderBy('started_at', 'desc')
    .orderBy('last_step', 'desc')
    .execute()
  return rows.map(({ version, started_at, steps }) => ({
    version,
    started_at: Number(started_at),
    steps: JSON.parse(steps) as VersionStart['steps'],
  }))
}
