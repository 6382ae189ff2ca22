import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The rights of limited administrators and who set them, and administrators' remarks on users. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const users = () => db.schema.alterTable('users')
  await users().addColumn('rights', 'text').execute()
  await users()
    .addColumn('rights_by', integer, column => column.notNull().defaultTo(0))
    .execute()
  await users()
    .addColumn('rights_at', integer, column => column.notNull().defaultTo(0))
    .execute()
  await users()
    .addColumn('remark', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
