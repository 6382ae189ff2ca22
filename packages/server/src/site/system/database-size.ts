import type { SystemState } from '@tollgate/contract'
import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely'
import { migrations } from '../../platform/storage/migrations/index.ts'
import { versionStarts } from '../../platform/storage/version-starts.ts'
import type { SiteContext } from '../context.ts'

type Context = Pick<SiteContext, 'db' | 'databaseKind' | 'now'>

const DAY = 24 * 3600
const DAYS_KEPT = 90

/** The database with its size now and of each day. */
export async function databaseState(
  context: Context,
): Promise<Omit<SystemState['database'], 'tables' | 'measured_at'>> {
  const { db, databaseKind: kind } = context
  const [bytes, version, days, steps, starts] = await Promise.all([
    databaseBytes(context),
    db.executeQuery<{ version: string }>(
      sql
        .raw<{ version: string }>(kind === 'postgres' ? 'show server_version' : 'select sqlite_version() as version')
        .compile(db),
    ),
    db.selectFrom('database_sizes').selectAll().orderBy('day').execute(),
    sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db),
    versionStarts(db),
  ])
  const names = steps.rows.map(({ name }) => name)
  return {
    kind,
    version: String(Object.values(version.rows[0] ?? {})[0] ?? ''),
    bytes,
    days: days.map(({ day, bytes }) => ({ day: Number(day), bytes: Number(bytes) })),
    schema: {
      last: names.at(-1) ?? '',
      steps: names.length,
      later: names.filter(name => !Object.hasOwn(migrations, name)),
      starts,
    },
  }
}

/** Notes the size of today, and forgets what is older than three months. Returns how many days it noted: one. */
export async function noteDatabaseSize(context: Context): Promise<number> {
  const { db, now } = context
  const today = now() - (now() % DAY)
  const bytes = await databaseBytes(context)
  await db
    .insertInto('database_sizes')
    .values({ day: today, bytes })
    .onConflict(conflict => conflict.column('day').doUpdateSet({ bytes }))
    .execute()
  await db
    .deleteFrom('database_sizes')
    .where('day', '<', today - DAYS_KEPT * DAY)
    .execute()
  return 1
}

async function databaseBytes({ db, databaseKind }: Context): Promise<number> {
  const { rows } =
    databaseKind === 'postgres'
      ? await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      : await sql<{ bytes: number }>`
          select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
