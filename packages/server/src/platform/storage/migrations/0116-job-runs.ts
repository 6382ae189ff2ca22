import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The last runs of each background job. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('job_runs')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', column =>
      kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('started_at', integer, column => column.notNull())
    .addColumn('took_ms', integer, column => column.notNull())
    .addColumn('result', 'text', column => column.notNull())
    .addColumn('handled', integer, column => column.notNull())
    .addColumn('error', 'text', column => column.notNull())
    .addColumn('server', 'text', column => column.notNull())
    .addColumn('worker', integer, column => column.notNull())
    .execute()
  await db.schema.createIndex('job_runs_by_name').on('job_runs').columns(['name', 'id']).execute()
}
