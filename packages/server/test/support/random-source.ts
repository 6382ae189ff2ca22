import { Database } from 'bun:sqlite'
import fc from 'fast-check'
import type { Source } from '../../src/moving-in/sources/source.ts'

const COLUMNS = {
  'one-api': {
    users:
      'id username password display_name role status email github_id wechat_id lark_id oidc_id access_token quota used_quota request_count group aff_code inviter_id',
    tokens:
      'id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota used_quota models subnet',
    channels:
      'id type key status name weight created_time base_url other balance models group used_quota model_mapping priority config system_prompt',
    redemptions: 'id user_id key status name quota created_time redeemed_time',
    top_ups: '',
  },
  'new-api': {
    users:
      'id username password display_name role status email quota used_quota request_count group aff_code aff_count aff_quota aff_history inviter_id deleted_at setting created_at',
    tokens:
      'id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota model_limits_enabled model_limits allow_ips used_quota group deleted_at',
    channels:
      'id type key status name weight created_time base_url other models group used_quota model_mapping priority auto_ban other_info tag setting channel_info',
    redemptions: 'id user_id key status name quota created_time redeemed_time used_user_id deleted_at',
    top_ups: 'id user_id amount money trade_no create_time status',
  },
} as const
/** Columns that new-api has got since early 2025; those before them go. */
const ERAS = {
  early: { without: ['channel_info'], users: '', channels: '', redemptions: '' },
  middle: { without: [], users: '', channels: '', redemptions: '' },
  late: {
    without: [],
    users: 'remark stripe_customer last_login_at auth_version',
    channels: 'settings header_override remark',
    redemptions: 'expired_time',
  },
} as const
const SUBSCRIPTIONS = 'id user_id amount_total amount_used end_time status'
const LOGS =
  'id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens channel_id is_stream'

/** Ordinary amounts, and impossible ones. */
const amount = fc.oneof(
  fc.integer({ min: -5_000_000, max: 5_000_000 }),
  fc.constantFrom(0, -1, 2_147_483_647, 3_000_000_000, 500_000_000_000_000),
)
const counted = fc.integer({ min: 0, max: 1_000_000 })
const owner = fc.integer({ min: 0, max: 7 })
const flag = fc.constantFrom(0, 1)
const text = fc.string({ unit: 'grapheme', maxLength: 12 })

const user = fc.record({
  display_name: text,
  role: fc.constantFrom(1, 1, 1, 10),
  status: fc.constantFrom(1, 1, 2, 3),
  quota: amount,
  used_quota: counted,
  request_count: counted,
  group: fc.constantFrom('default', 'vip', 'somebody’s'),
  aff_quota: counted,
  aff_history: counted,
  inviter_id: owner,
  deleted_at: fc.constantFrom(null, null, '2026-01-02 03:04:05.123456789+00:00'),
  setting: fc.constantFrom('', '{"notify_type":"email"}', 'no JSON'),
})
const token = fc.record({
  user_id: owner,
  status: fc.constantFrom(1, 2, 3, 4),
  name: text,
  remain_quota: amount,
  used_quota: counted,
  unlimited_quota: flag,
  deleted_at: fc.constantFrom(null, null, 1_700_000_000),
  models: fc.constantFrom('', 'a,b'),
})
const channel = fc.record({
  type: fc.integer({ min: 0, max: 60 }),
  status: fc.constantFrom(1, 2, 3),
  name: text,
  models: fc.constantFrom('a', 'a,b', ''),
  group: fc.constantFrom('default', 'default,vip'),
  used_quota: counted,
  model_mapping: fc.constantFrom('', '{"a":"b"}', '{"a":1}', 'nonsense'),
  priority: fc.integer({ min: -3, max: 3 }),
})
const code = fc.record({ user_id: owner, status: fc.constantFrom(1, 2, 3), name: text, quota: counted })
const subscription = fc.record({
  user_id: owner,
  amount_total: fc.constantFrom(0, 50_000, 3_000_000),
  amount_used: fc.constantFrom(0, 10, 60_000),
  end_time: fc.constantFrom(0, 1_700_000_000, 1_900_000_000),
  status: fc.constantFrom('active', 'cancelled'),
})
const order = fc.record({ user_id: owner, amount: fc.nat(100), money: fc.constantFrom(7.3, 0, 19.999), status: text })

/** A database of either family with random figures, owners that may not exist, and a log. */
const contents = fc.record({
  family: fc.constantFrom('one-api' as const, 'new-api' as const),
  era: fc.constantFrom('early' as const, 'middle' as const, 'late' as const),
  subscriptions: fc.array(subscription, { maxLength: 4 }),
  users: fc.array(user, { minLength: 1, maxLength: 6 }),
  tokens: fc.array(token, { maxLength: 8 }),
  channels: fc.array(channel, { maxLength: 5 }),
  redemptions: fc.array(code, { maxLength: 4 }),
  top_ups: fc.array(order, { maxLength: 4 }),
})

/** @param logs the number of log rows */
export function randomSources({ seed, count, logs }: { seed: number; count: number; logs: number }): Source[] {
  return fc.sample(contents, { seed, numRuns: count }).map((drawn, number) => {
    const database = new Database(':memory:')
    const columns = new Map<string, string[]>()
    const fill = (table: string, list: string, rows: readonly Record<string, unknown>[]) => {
      const names = list.split(' ')
      columns.set(table, names)
      const typed = names.map(name => (name === 'id' ? '"id" integer primary key' : `"${name}"`))
      database.run(`create table "${table}" (${typed})`)
      const insert = database.prepare(
        `insert into "${table}" (${names.map(name => `"${name}"`)}) values (${names.map(() => '?')})`,
      )
      for (const row of rows) insert.run(...names.map(name => (row[name] ?? '') as string | number))
    }
    const era = ERAS[drawn.family === 'one-api' ? 'middle' : drawn.era]
    const columnsOf = (table: 'users' | 'channels' | 'redemptions') => {
      const all = `${COLUMNS[drawn.family][table]} ${era[table]}`.trim().split(' ')
      return all.filter(column => !(era.without as readonly string[]).includes(column)).join(' ')
    }
    const of = COLUMNS[drawn.family]
    const mark = (at: number) => `${seed}x${number}x${at}`
    const times = { created_time: 1_700_000_000, create_time: 1_700_000_000, created_at: 1_700_000_000 }
    fill('options', 'key value', [{ key: 'QuotaPerUnit', value: '500000' }])
    fill(
      'users',
      columnsOf('users'),
      drawn.users.map((row, at) => ({
        ...times,
        ...row,
        id: at + 1,
        username: `u${mark(at)}`,
        password: '$2a$10$ZRA56TVWQCtXTg4eDuiRSu7.PrIutefek90oTScpbNrkt2mz1ziy2',
        aff_code: `c${mark(at)}`,
      })),
    )
    fill(
      'tokens',
      of.tokens,
      drawn.tokens.map((row, at) => ({ ...times, ...row, id: at + 1, key: `key${mark(at)}`, expired_time: -1 })),
    )
    fill(
      'channels',
      columnsOf('channels'),
      drawn.channels.map((row, at) => ({ ...times, ...row, id: at + 1, key: `sk-${mark(at)}` })),
    )
    fill(
      'redemptions',
      columnsOf('redemptions'),
      drawn.redemptions.map((row, at) => ({ ...times, ...row, id: at + 1, key: `code${mark(at)}` })),
    )
    if (of.top_ups)
      fill(
        'top_ups',
        of.top_ups,
        drawn.top_ups.map((row, at) => ({ ...times, ...row, id: at + 1, trade_no: `no${mark(at)}` })),
      )
    if (drawn.family === 'new-api' && drawn.era === 'late')
      fill(
        'user_subscriptions',
        SUBSCRIPTIONS,
        drawn.subscriptions.map((row, at) => ({ ...row, id: at + 1 })),
      )
    fill(
      'logs',
      LOGS,
      Array.from({ length: logs }, (_, at) => ({
        id: at + 1,
        user_id: at % 9,
        created_at: 1_700_000_000 + ((at * 7_919) % 100_000),
        type: (at % 7) + 1,
        content: `row ${at}`,
        quota: at,
      })),
    )
    return {
      name: `random source ${number} of seed ${seed}`,
      database,
      columns,
      kind: 'sqlite' as const,
      sha256: mark(0),
      hasLogs: true,
      close: () => database.close(),
    }
  })
}
