import { ROLE } from '../../packages/contract/src/index.ts'
import type { RunSql } from '../lib/database.ts'
import { insertRows } from './insert-rows.ts'
import { CHANNELS, type Made, type MadeUser } from './one-day.ts'

const [USER, TOKEN] = ['made-user-', 'made-token-']
/** How made channels' names begin. */
export const CHANNEL = 'made-channel-'
const DISABLED = 2
const TOKENS = ['default', 'work', 'phone', 'bot', 'ci', 'notebook']

/** How many users and disabled channels are made. */
export interface Owners {
  users: number
  channels: number
}

const FEW: Owners = { users: 1_000, channels: CHANNELS }

/** Makes users with one to three tokens each, and disabled channels; reuses existing ones. */
export async function makeOwners(run: RunSql, now: number, { users: count, channels: lines } = FEW): Promise<Made> {
  const there = Number((await run(`select count(*) as n from users where username like '${USER}%'`))[0]?.n)
  if (there === 0) {
    const each = Array.from({ length: count }, (_, place) => [`${USER}${place}`, `${USER}${place}`, ROLE.user, now])
    await insertRows(run, 'users', ['username', 'aff_code', 'role', 'created_at'], each)
    const rows = await run(`select id from users where username like '${USER}%' order by id`)
    const tokens = rows.flatMap(({ id }, place) =>
      Array.from({ length: 1 + (place % 3) }, (_, nth) => {
        const name = `${TOKENS[(place + nth) % TOKENS.length]}-${place % 50}`
        return [Number(id), `${TOKEN}${place}-${nth}`, '', '', name, now, 1]
      }),
    )
    const columns = ['user_id', 'key_fingerprint', 'key_sealed', 'key_hint', 'name', 'created_time', 'unlimited_quota']
    await insertRows(run, 'tokens', columns, tokens)
    const channels = Array.from({ length: lines }, (_, place) => [1, '', `${CHANNEL}${place}`, DISABLED, now])
    await insertRows(run, 'channels', ['type', 'key_sealed', 'name', 'status', 'created_time'], channels)
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
