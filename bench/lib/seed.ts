import { createHash } from 'node:crypto'
import { LOG_TYPE, ROLE, type Token, USER_ID_HEADER } from '../../packages/contract/src/index.ts'
import { Failure } from '../../scripts/lib/script.mjs'
import type { RunSql } from './database.ts'
import type { Gateway } from './gateway.ts'

const PREFIX = 'bench-user-'
const QUOTA_EACH = 1_000_000_000
const DAY = 86_400
const AT_ONCE = 20

const now = (): number => Math.floor(Date.now() / 1000)
/** The content of a user's cookie; the database has its hash. */
const sessionOf = (index: number): string => `bench-session-${index}`

/** A user, with a session that `sessionOf` opens. */
export interface SeededUser {
  id: number
  index: number
}

/** Inserts users without money, each with a session of its own. */
export async function seedUsers(run: RunSql, count: number): Promise<SeededUser[]> {
  const each = Array.from({ length: count }, (_, index) => index)
  const users = each.map(index => `('${PREFIX}${index}', '${PREFIX}${index}', ${ROLE.user}, ${now()})`)
  await run(`insert into users (username, aff_code, role, created_at) values ${users.join(', ')}`)
  const rows = await run(`select id, username from users where username like '${PREFIX}%'`)
  const seeded = rows.map(({ id, username }) => ({
    id: Number(id),
    index: Number(String(username).slice(PREFIX.length)),
  }))
  const sessions = seeded.map(({ id, index }) => {
    const hash = createHash('sha256').update(sessionOf(index)).digest('hex')
    return `('${hash}', ${id}, ${now()}, ${now()}, ${now() + DAY})`
  })
  await run(`insert into sessions (id, user_id, created_at, last_used_at, expires_at) values ${sessions.join(', ')}`)
  return seeded
}

/** Gives every seeded user money and a token through the console; resolves to the tokens. */
export async function fundUsers(gateway: Gateway, users: SeededUser[]): Promise<string[]> {
  const bearers: string[] = []
  const waiting = [...users]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let user = waiting.pop(); user; user = waiting.pop()) bearers.push(await fundUser(gateway, user))
  })
  await Promise.all(workers)
  return bearers
}

async function fundUser({ operator, port }: Gateway, { id, index }: SeededUser): Promise<string> {
  await operator.consoleCall('POST', `/api/user/${id}/quota`, { mode: 'add', value: QUOTA_EACH })
  const response = await fetch(`http://127.0.0.1:${port}/api/token/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `tollgate_session=${sessionOf(index)}`,
      [USER_ID_HEADER]: String(id),
    },
    body: JSON.stringify({ name: 'bench', unlimited_quota: true }),
  })
  const { data, message } = (await response.json()) as { data?: Token[]; message: string }
  if (!data?.[0]) throw new Failure(`No token could be made for a user of the benchmark: ${message}`)
  return `sk-${data[0].key}`
}

/** Inserts log rows of calls over the last 30 days, without book entries. */
export async function seedLogRows(run: RunSql, rows: number): Promise<void> {
  const other = JSON.stringify({ model_ratio: 0.075, group_ratio: 1, completion_ratio: 4, note: 'x'.repeat(300) })
  await run(`insert into logs (user_id, created_at, type, username, token_name, model_name, quota, prompt_tokens,
      completion_tokens, use_time, is_stream, channel_id, token_id, "group", request_id, other)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    select 1 + i % 500, ${now() - 30 * DAY} + cast(i * ${(30 * DAY) / rows} as bigint), ${LOG_TYPE.consume},
      'user-' || (i % 500), 'token-' || (i % 700), 'model-' || (i % 20), 100 + i % 900, i % 4000, i % 1000, i % 30, i % 2,
      1 + i % 5, 1 + i % 700, case when i % 5 = 0 then 'vip' else 'default' end, 'seeded-' || i, '${other}' from n`)
}
