import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** Projects of teams, and the tokens that belong to them. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  await db.schema
    .createTable('team_projects')
    .addColumn('id', integer, column => column.primaryKey())
    .addColumn('team_id', integer, column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('created_at', integer, column => column.notNull())
    .addColumn('archived_at', integer)
    .execute()
  await db.schema.createIndex('team_projects_once').on('team_projects').columns(['team_id', 'name']).unique().execute()
  await db.schema
    .alterTable('tokens')
    .addColumn('project_id', integer, column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('tokens_by_project')
    .on('tokens')
    .column('project_id')
    .where(sql.ref('project_id'), '>', 0)
    .execute()
}
