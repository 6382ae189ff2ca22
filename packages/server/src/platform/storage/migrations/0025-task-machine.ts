import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

/**
 * Columns for polling, refunding and ending tasks: drawings and other tasks share them, and drawings have some more.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const integer = kind === 'sqlite' ? 'integer' : 'bigint'
  const add = async (table: string, columns: Readonly<Record<string, 0 | ''>>) => {
    for (const [column, initial] of Object.entries(columns))
      await db.schema
        .alterTable(table)
        .addColumn(column, initial === 0 ? integer : 'text', builder => builder.notNull().defaultTo(initial))
        .execute()
  }
  for (const table of ['tasks', 'midjourneys']) {
    await add(table, SHARED)
    await db.schema.createIndex(`${table}_due`).on(table).columns(['is_open', 'poll_at']).execute()
  }
  await add('midjourneys', OF_DRAWINGS)
  // Two rows with one id would be one task for its owner. Rows of older versions may have that and keep it.
  await sql`create unique index tasks_own_id on tasks (task_id) where terms <> ''`.execute(db)
  await db.schema.createIndex('midjourneys_callback').on('midjourneys').columns(['callback_token']).execute()
}

const SHARED = {
  is_open: 0,
  token_id: 0,
  model: '',
  group: '',
  request_id: '',
  channel_type: 0,
  channel_key: '',
  upstream_id: '',
  result_url: '',
  origin_id: 0,
  terms: '',
  held: 0,
  held_of_token: 0,
  refunded: 0,
  misread: 0,
  poll_at: 0,
  deadline: 0,
  deleted_at: 0,
} as const

const OF_DRAWINGS = {
  updated_at: 0,
  mode: '',
  bot_type: '',
  video_url: '',
  data: '',
  notify_hook: '',
  callback_token: '',
} as const
