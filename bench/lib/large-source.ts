import { Database } from 'bun:sqlite'

/** The size of another gateway's database. */
export interface SourceSize {
  users: number
  logs: number
}

const TABLES = {
  users:
    'id username password display_name role status email github_id wechat_id lark_id oidc_id access_token quota used_quota request_count group aff_code inviter_id',
  tokens:
    'id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota used_quota models subnet',
  channels:
    'id type key status name weight created_time base_url other balance models group used_quota model_mapping priority config system_prompt',
  options: 'key value',
  abilities: 'group model channel_id enabled priority',
  redemptions: 'id user_id key status name quota created_time redeemed_time',
  logs: 'id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens channel_id request_id elapsed_time is_stream',
}
const BEGIN = 1_700_000_000
const TOKENS_EACH = 2
const CHANNELS = 50
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-3-5-sonnet-20241022', 'deepseek-chat']
/** The hash belongs to no user here. */
const PASSWORD = '$2a$10$ZRA56TVWQCtXTg4eDuiRSu7.PrIutefek90oTScpbNrkt2mz1ziy2'

/** Makes a database as one-api would leave it; the same each time. */
export function makeLargeSource(path: string, { users, logs }: SourceSize): void {
  const database = new Database(path, { create: true })
  database.run('pragma journal_mode = off')
  database.run('pragma synchronous = off')
  for (const [table, columns] of Object.entries(TABLES)) {
    const typed = columns.split(' ').map(name => (name === 'id' ? '"id" integer primary key' : `"${name}"`))
    database.run(`create table "${table}" (${typed})`)
  }
  database.transaction(() => {
    const number = numbers(1)
    const insert = (table: keyof typeof TABLES) => {
      const names = TABLES[table].split(' ')
      const statement = database.prepare(`insert into "${table}" values (${names.map(() => '?')})`)
      return (row: Record<string, string | number>) => statement.run(...names.map(name => row[name] ?? ''))
    }
    const [user, token, channel, log] = [insert('users'), insert('tokens'), insert('channels'), insert('logs')]
    insert('options')({ key: 'QuotaPerUnit', value: '500000' })
    for (let id = 1; id <= users; id++) {
      const name = `user${id}`
      const own = { username: name, display_name: name, password: PASSWORD, aff_code: `c${id}`, group: 'default' }
      user({
        ...own,
        id,
        role: id === 1 ? 100 : 1,
        status: 1,
        quota: number(5e8),
        used_quota: number(1e8),
        inviter_id: 0,
      })
      for (let each = 1; each <= TOKENS_EACH; each++) {
        const times = { created_time: BEGIN, accessed_time: BEGIN, expired_time: -1 }
        const key = `key${id}x${each}`.padEnd(48, 'k')
        token({
          ...times,
          id: (id - 1) * TOKENS_EACH + each,
          user_id: id,
          key,
          status: 1,
          name: 'main',
          remain_quota: number(1e7),
        })
      }
    }
    for (let id = 1; id <= CHANNELS; id++)
      channel({
        id,
        type: 1,
        key: `sk-${id}`,
        status: 1,
        name: `channel ${id}`,
        models: MODELS.join(','),
        group: 'default',
      })
    for (let id = 1; id <= logs; id++) {
      const user_id = 1 + number(users - 1)
      log({
        id,
        user_id,
        created_at: BEGIN + id * 20,
        type: 2,
        username: `user${user_id}`,
        token_name: 'main',
        model_name: MODELS[number(MODELS.length - 1)] ?? '',
        quota: number(5_000),
        prompt_tokens: number(4_000),
        completion_tokens: number(1_000),
        channel_id: 1 + number(CHANNELS - 1),
        request_id: `request-${id}`,
        elapsed_time: number(30_000),
        is_stream: 1,
        content: 'model ratio 1.25, group ratio 1.00',
      })
    }
  })()
  database.close()
}

/** Whole numbers from 0 up to a limit, determined by the seed (a linear congruential generator). */
function numbers(seed: number): (most: number) => number {
  let state = seed
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (most + 1))
  }
}
