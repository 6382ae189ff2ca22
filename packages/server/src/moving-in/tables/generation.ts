import { SourceProblem } from '../sources/problem.ts'
import type { Source } from '../sources/source.ts'

/** The program that wrote a database, and about when. The two families have different type numbers of channels. */
export interface Generation {
  family: 'one-api' | 'new-api'
  name: string
}

const TABLES = ['users', 'tokens', 'channels', 'options', 'redemptions']
const COMMON = {
  users: 'id username password role status email quota used_quota request_count group aff_code inviter_id',
  tokens: 'id user_id key status name created_time expired_time remain_quota unlimited_quota used_quota',
  channels: 'id type key status name base_url models group used_quota model_mapping priority',
  options: 'key value',
  redemptions: 'id user_id key status name quota created_time redeemed_time',
  logs: 'id user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens channel_id',
}
const OF_FAMILY = {
  'one-api': { tokens: 'models subnet', channels: 'config', users: '' },
  'new-api': {
    tokens: 'model_limits model_limits_enabled allow_ips group deleted_at',
    channels: 'other_info tag setting auto_ban',
    users: 'aff_count aff_quota aff_history deleted_at setting',
  },
}

/** Columns that were added later, latest first. */
const LATER: readonly [table: string, column: string, name: string][] = [
  ['users', 'auth_version', 'new-api of 2026'],
  ['tasks', 'private_data', 'new-api of 2026'],
  ['channels', 'settings', 'new-api of late 2025'],
  ['channels', 'channel_info', 'new-api of 2025, with several keys in a channel'],
]

/** @throws SourceProblem for another program's database, or a fork that lacks columns */
export function generationOf(source: Source): Generation {
  const { columns, name } = source
  if (source.apart) refuseOtherLog(source.apart)
  const lacks = (table: string, list: string) =>
    list
      .split(' ')
      .filter(column => column !== '' && !columns.get(table)?.includes(column))
      .map(column => `${table}.${column}`)

  const tables = TABLES.filter(table => !columns.has(table))
  if (tables.length > 0)
    throw new SourceProblem(
      `${name} is no database of one-api or new-api: it has no table ${tables.join(', ')}${tables.length === TABLES.length ? '' : '; if it is a dump, it is not complete'}.`,
    )
  if (!source.database.query('select 1 from users limit 1').get())
    throw new SourceProblem(`${name} has no users: if it is a dump, it was made without its rows.`)
  const isOneApi = columns.get('channels')?.includes('config') || columns.get('tokens')?.includes('subnet')
  const family = isOneApi && !columns.get('users')?.includes('aff_quota') ? 'one-api' : 'new-api'
  const missing = [...Object.entries(COMMON), ...Object.entries(OF_FAMILY[family])].flatMap(([table, list]) =>
    columns.has(table) || table !== 'logs' ? lacks(table, list) : [],
  )
  if (missing.length > 0)
    throw new SourceProblem(
      `${name} looks like a fork of ${family} that cannot be read: it lacks ${missing.join(', ')}.`,
    )
  if (family === 'one-api') return { family, name: 'one-api' }
  const later = LATER.find(([table, column]) => columns.get(table)?.includes(column))
  return { family, name: later?.[2] ?? 'new-api of early 2025' }
}

/** A log apart is a table `logs` as the gateways write it; what the gateway left in its own database does not count. */
function refuseOtherLog({ columns, name }: Source): void {
  const found = columns.get('logs')
  if (!found) throw new SourceProblem(`${name} has no log: it has no table logs.`)
  const missing = COMMON.logs.split(' ').filter(column => !found.includes(column))
  if (missing.length > 0) throw new SourceProblem(`The log in ${name} cannot be read: it lacks ${missing.join(', ')}.`)
}
