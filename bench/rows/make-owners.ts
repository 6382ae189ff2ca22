import { ROLE } from '../../packages/contract/src/index.ts'
import type { RunSql } from '../lib/database.ts'
import { CHANNELS, type Made, type MadeUser } from './one-day.ts'

const USERS = 1_000
const [USER, TOKEN, CHANNEL] = ['made-user-', 'made-token-', 'made-channel-']
const DISABLED = 2
const TOKENS = ['default', 'work', 'phone', 'bot', 'ci', 'notebook']

/** Makes users with one to three tokens each, and disabled channels; reuses existing ones. */
export async function makeOwners(run: RunSql, now: number): Promise<Made> {
  const count = Number((await run(`select count(*) as n from users where username like '${USER}%'`))[0]?.n)
  if (count === 0) {
    const each = Array.from(
      { length: USERS },
      (_, place) => `('${USER}${place}', '${USER}${place}', ${ROLE.user}, ${now})`,
    )
    await run(`insert into users (username, aff_code, role, created_at) values ${each.join(', ')}`)
    const rows = await run(`select id from users where username like '${USER}%' order by id`)
    const tokens = rows.flatMap(({ id }, place) =>
      Array.from({ length: 1 + (place % 3) }, (_, nth) => {
        const name = `${TOKENS[(place + nth) % TOKENS.length]}-${place % 50}`
        return `(${id}, '${TOKEN}${place}-${nth}', '', '', '${name}', ${now}, 1)`
      }),
    )
    await run(`insert into tokens (user_id, key_fingerprint, key_sealed, key_hint, name, created_time, unlimited_quota)
      values ${tokens.join(', ')}`)
    const channels = Array.from(
      { length: CHANNELS },
      (_, place) => `(1, '', '${CHANNEL}${place}', ${DISABLED}, ${now})`,
    )
    await run(`insert into channels (type, key_sealed, name, status, created_time) values ${channels.join(', ')}`)
  }
  const channels = await run(`select id from channels where name like '${CHANNEL}%' order by id`)
  const rows = await run(`select users.id, username, tokens.id as token, tokens.name from users
    join tokens on tokens.user_id = users.id where username like '${USER}%' order by users.id, tokens.id`)
  const users = new Map<number, MadeUser>()
  for (const { id, username, token, name } of rows) {
    const user = users.get(Number(id)) ?? { id: Number(id), username: String(username), tokens: [] }
    user.tokens.push({ id: Number(token), name: String(name) })
    users.set(user.id, user)
  }
  return { users: [...users.values()], channels: channels.map(({ id }) => Number(id)) }
}
