import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'

type Kind = 'text' | 'integer' | 'float'
type Column = [name: string, kind: Kind, fallback?: string | number | null]
type Index = { columns: string[]; unique?: true }

interface Table {
  /** `id`: a number that the database assigns. Otherwise the columns of the primary key. */
  key: 'id' | string[]
  columns: Column[]
  indexes?: Index[]
}

const on = (...columns: string[]): Index => ({ columns })
const unique = (...columns: string[]): Index => ({ columns, unique: true })
const text = (name: string, fallback?: string | null): Column => [name, 'text', fallback]
const integer = (name: string, fallback?: number | null): Column => [name, 'integer', fallback]

/** The tables of all entities of the specification, with the indexes that lists and look-ups need. */
const tables: Record<string, Table> = {
  users: {
    key: 'id',
    columns: [
      text('username'),
      text('password', ''),
      text('display_name', ''),
      integer('role', 1),
      integer('status', 1),
      text('email', ''),
      text('github_id', ''),
      text('oidc_id', ''),
      text('wechat_id', ''),
      text('telegram_id', ''),
      text('linux_do_id', ''),
      text('access_token', null),
      integer('quota', 0),
      integer('used_quota', 0),
      integer('request_count', 0),
      text('group', 'default'),
      text('aff_code'),
      integer('aff_count', 0),
      integer('aff_quota', 0),
      integer('aff_history_quota', 0),
      integer('inviter_id', 0),
      text('setting', '{}'),
      integer('created_at'),
      integer('last_login_at', 0),
      integer('deleted_at', null),
    ],
    indexes: [
      unique('username'),
      unique('access_token'),
      unique('aff_code'),
      on('email'),
      on('github_id'),
      on('oidc_id'),
      on('wechat_id'),
      on('telegram_id'),
      on('linux_do_id'),
      on('inviter_id'),
      on('display_name'),
    ],
  },
  sessions: {
    key: ['id'],
    columns: [
      text('id'),
      integer('user_id'),
      integer('created_at'),
      integer('last_used_at'),
      integer('expires_at'),
      text('ip', ''),
      text('user_agent', ''),
    ],
    indexes: [on('user_id'), on('expires_at')],
  },
  tokens: {
    key: 'id',
    columns: [
      integer('user_id'),
      text('key_fingerprint'),
      text('key_sealed'),
      text('key_hint'),
      integer('status', 1),
      text('name'),
      integer('created_time'),
      integer('accessed_time', 0),
      integer('expired_time', -1),
      integer('remain_quota', 0),
      integer('unlimited_quota', 0),
      integer('model_limits_enabled', 0),
      text('model_limits', ''),
      text('allow_ips', ''),
      integer('used_quota', 0),
      text('group', ''),
      integer('deleted_at', null),
    ],
    indexes: [unique('key_fingerprint'), on('user_id', 'id'), on('name')],
  },
  channels: {
    key: 'id',
    columns: [
      integer('type'),
      text('key_sealed'),
      text('openai_organization', ''),
      integer('max_input_tokens', 0),
      text('test_model', ''),
      integer('status', 1),
      text('name'),
      integer('weight', 0),
      integer('created_time'),
      integer('test_time', 0),
      integer('response_time', 0),
      text('base_url', ''),
      text('other', ''),
      ['balance', 'float', 0],
      integer('balance_updated_time', 0),
      text('models', ''),
      text('group', 'default'),
      integer('used_quota', 0),
      text('model_mapping', ''),
      text('status_code_mapping', ''),
      integer('priority', 0),
      integer('auto_ban', 1),
      text('other_info', ''),
      text('tag', ''),
      text('setting', ''),
      text('param_override', ''),
    ],
    indexes: [on('priority', 'id'), on('tag'), on('name')],
  },
  abilities: {
    key: ['group', 'model', 'channel_id'],
    columns: [
      text('group'),
      text('model'),
      integer('channel_id'),
      integer('enabled', 1),
      integer('priority', 0),
      integer('weight', 0),
      text('tag', ''),
    ],
    indexes: [on('channel_id')],
  },
  options: { key: ['key'], columns: [text('key'), text('value')] },
  redemptions: {
    key: 'id',
    columns: [
      integer('user_id'),
      text('key'),
      integer('status', 1),
      text('name'),
      integer('quota'),
      integer('created_time'),
      integer('redeemed_time', 0),
      integer('used_user_id', 0),
      integer('deleted_at', null),
    ],
    indexes: [unique('key'), on('name')],
  },
  logs: {
    key: 'id',
    columns: [
      integer('user_id'),
      integer('created_at'),
      integer('type'),
      text('content', ''),
      text('username', ''),
      text('token_name', ''),
      text('model_name', ''),
      integer('quota', 0),
      integer('prompt_tokens', 0),
      integer('completion_tokens', 0),
      integer('use_time', 0),
      integer('is_stream', 0),
      integer('channel_id', 0),
      integer('token_id', 0),
      text('group', ''),
      text('request_id', ''),
      text('other', ''),
    ],
    indexes: [
      on('created_at', 'type'),
      on('user_id', 'created_at'),
      on('model_name', 'created_at'),
      on('channel_id', 'created_at'),
      on('request_id'),
    ],
  },
  holds: {
    key: ['request_id'],
    columns: [
      text('request_id'),
      integer('user_id'),
      integer('token_id'),
      integer('user_amount'),
      integer('token_amount'),
      integer('created_at'),
      text('node'),
      text('context', '{}'),
    ],
  },
  ledger_entries: {
    key: 'id',
    columns: [
      text('reference'),
      text('kind'),
      integer('user_id'),
      integer('token_id', 0),
      integer('user_amount'),
      integer('token_amount', 0),
      integer('channel_id', 0),
      integer('uncollected', 0),
      integer('is_logged', 0),
      integer('created_at'),
    ],
    indexes: [unique('reference')],
  },
  midjourneys: {
    key: 'id',
    columns: [
      integer('code', 0),
      integer('user_id'),
      text('action', ''),
      text('mj_id', ''),
      text('prompt', ''),
      text('prompt_en', ''),
      text('description', ''),
      text('state', ''),
      integer('submit_time', 0),
      integer('start_time', 0),
      integer('finish_time', 0),
      text('image_url', ''),
      text('status', ''),
      text('progress', ''),
      text('fail_reason', ''),
      integer('channel_id', 0),
      integer('quota', 0),
      text('buttons', ''),
      text('properties', ''),
    ],
    indexes: [on('user_id', 'submit_time'), on('mj_id'), on('submit_time'), on('progress')],
  },
  tasks: {
    key: 'id',
    columns: [
      integer('created_at'),
      integer('updated_at', 0),
      text('task_id'),
      text('platform', ''),
      integer('user_id'),
      integer('channel_id', 0),
      integer('quota', 0),
      text('action', ''),
      text('status', ''),
      text('fail_reason', ''),
      integer('submit_time', 0),
      integer('start_time', 0),
      integer('finish_time', 0),
      text('progress', ''),
      text('properties', ''),
      text('data', ''),
    ],
    indexes: [on('user_id', 'submit_time'), on('task_id'), on('submit_time'), on('progress')],
  },
  top_ups: {
    key: 'id',
    columns: [
      integer('user_id'),
      integer('amount'),
      integer('money_cents'),
      text('trade_no'),
      text('payment_method', ''),
      integer('create_time'),
      integer('complete_time', 0),
      text('status', 'pending'),
    ],
    indexes: [unique('trade_no'), on('user_id', 'id')],
  },
  quota_data: {
    key: 'id',
    columns: [
      integer('user_id'),
      text('username', ''),
      text('model_name'),
      integer('created_at'),
      integer('token_used', 0),
      integer('count', 0),
      integer('quota', 0),
    ],
    indexes: [unique('user_id', 'model_name', 'created_at'), on('created_at')],
  },
  setups: { key: 'id', columns: [text('version'), integer('initialized_at')] },
}

const types: Record<DatabaseKind, Record<Kind, 'text' | 'integer' | 'bigint' | 'real' | 'double precision'>> = {
  sqlite: { text: 'text', integer: 'integer', float: 'real' },
  postgres: { text: 'text', integer: 'bigint', float: 'double precision' },
}

export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
    if (table.key === 'id') {
      builder =
        kind === 'sqlite'
          ? builder.addColumn('id', 'integer', column => column.primaryKey().autoIncrement())
          : builder.addColumn('id', 'bigint', column => column.primaryKey().generatedByDefaultAsIdentity())
    }
    for (const [column, columnKind, fallback] of table.columns) {
      builder = builder.addColumn(column, types[kind][columnKind], definition => {
        if (fallback === null) return definition
        const required = definition.notNull()
        return fallback === undefined ? required : required.defaultTo(fallback)
      })
    }
    if (table.key !== 'id') builder = builder.addPrimaryKeyConstraint(`${name}_key`, table.key)
    await builder.execute()
    for (const index of table.indexes ?? []) {
      const made = db.schema
        .createIndex(`${name}_by_${index.columns.join('_')}`)
        .on(name)
        .columns(index.columns)
      await (index.unique ? made.unique() : made).execute()
    }
  }
  // Sign-in by e-mail address ignores case in both databases.
  await sql`create index users_by_lower_email on users (lower(email))`.execute(db)
}
