import { abilitiesOf } from '../../channels/channels/store.ts'
import { isHashedHere } from '../../people/users/password.ts'
import { optionStore } from '../../platform/options/store.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { openSetting, parsedSetting } from '../../relay/candidates/channel-setting.ts'
import { KEY_STATUS, keyStates } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, openKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { type SqlKind, type SqlValue, sqlWriter } from './sql-text.ts'

type Row = Record<string, SqlValue>

/** The tables that are filled, and whether they have an id counter. */
const TABLES = {
  options: { rows: optionRows, isCounted: false },
  users: { rows: userRows, isCounted: true },
  tokens: { rows: tokenRows, isCounted: true },
  channels: { rows: channelRows, isCounted: true },
  abilities: { rows: abilityRows, isCounted: false },
  redemptions: { rows: codeRows, isCounted: true },
} as const

/**
 * Yields this site line by line as SQL for the tables that new-api makes at its first start. Keys and secrets are in plain
 * text.
 */
export async function* newApiSql(db: Db, secrets: Secrets, kind: SqlKind): AsyncGenerator<string> {
  const write = sqlWriter(kind)
  const hashed = (await db.selectFrom('users').select(['username', 'password']).orderBy('id').execute()).filter(
    ({ password }) => isHashedHere(password),
  )
  yield '-- Start new-api once with an empty database and stop it; then run this. Keys are in plain text: keep it safe.'
  if (hashed.length > 0) yield `-- ${hashed.length} users have passwords that new-api cannot check, and need new ones.`
  yield* write.charset
  yield 'BEGIN;'
  for (const [table, { rows, isCounted }] of Object.entries(TABLES)) {
    yield write.clear(table)
    for (const row of await rows(db, secrets, kind)) yield write.insert(table, row)
    if (isCounted) yield* write.counter(table)
  }
  yield 'COMMIT;'
}

async function optionRows(db: Db, secrets: Secrets): Promise<Row[]> {
  const stored = await optionStore(db, secrets).load()
  return stored.flatMap(({ key, text }) => (text === null ? [] : [{ key, value: text }]))
}

/** Writes users. There, a debt is a balance below zero. */
async function userRows(db: Db, _: Secrets, kind: SqlKind): Promise<Row[]> {
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  const [name, code] = [distinct(kind), distinct(kind)]
  return users.map(user => ({
    id: user.id,
    username: name(user.username, user.id),
    password: user.password,
    display_name: user.display_name,
    role: user.role,
    status: user.status,
    email: user.email,
    github_id: user.github_id,
    oidc_id: user.oidc_id,
    wechat_id: user.wechat_id,
    telegram_id: user.telegram_id,
    linux_do_id: user.linux_do_id,
    quota: user.quota - user.owed,
    used_quota: user.used_quota,
    request_count: user.request_count,
    group: user.group,
    aff_code: code(user.aff_code, user.id),
    aff_count: user.aff_count,
    aff_quota: user.aff_quota,
    aff_history: user.aff_history_quota,
    inviter_id: user.inviter_id,
    deleted_at: { time: user.deleted_at },
  }))
}

/** MySQL takes texts that differ by case alone for the same: the later one gets its user's id. */
function distinct(kind: SqlKind): (text: string, id: number) => string {
  const taken = new Set<string>()
  return (text, id) => {
    const isTaken = kind === 'mysql' && taken.has(text.toLowerCase())
    const own = isTaken ? `${text}-${id}` : text
    taken.add(own.toLowerCase())
    return own
  }
}

async function tokenRows(db: Db, secrets: Secrets): Promise<Row[]> {
  const tokens = await db.selectFrom('tokens').selectAll().orderBy('id').execute()
  return tokens.map(token => ({
    id: token.id,
    user_id: token.user_id,
    key: secrets.decrypt(token.key_sealed),
    status: token.status,
    name: token.name,
    created_time: token.created_time,
    accessed_time: token.accessed_time,
    expired_time: token.expired_time,
    remain_quota: token.remain_quota - token.owed,
    unlimited_quota: { flag: token.unlimited_quota === 1 },
    model_limits_enabled: { flag: token.model_limits_enabled === 1 },
    model_limits: token.model_limits,
    allow_ips: token.allow_ips,
    used_quota: token.used_quota,
    group: token.group,
    deleted_at: { time: token.deleted_at },
  }))
}

async function channelRows(db: Db, secrets: Secrets): Promise<Row[]> {
  const channels = await db.selectFrom('channels').selectAll().orderBy('id').execute()
  const off = new Set(
    (await keyStates(db, 0))
      .filter(({ status }) => status !== KEY_STATUS.ok)
      .map(({ channelId, key }) => `${channelId} ${key}`),
  )
  return channels.map(channel => {
    const keys = openKeys(channel, secrets)
    return {
      ...plainColumns(channel),
      key: keys.join('\n'),
      open_ai_organization: channel.openai_organization,
      ...settingColumns(openSetting(channel.setting, secrets)),
      ...(channel.key_spread && {
        channel_info: keysInfo(channel, keys, at => off.has(`${channel.id} ${keyIdOf(keys[at] ?? '', secrets)}`)),
      }),
    }
  })
}

/** There, a channel's own headers have a column of their own. */
function settingColumns(text: string): Row {
  const { headers, ...setting } = parsedSetting(text) ?? {}
  return headers ? { setting: JSON.stringify(setting), header_override: JSON.stringify(headers) } : { setting: text }
}

const SAME = [
  'id',
  'type',
  'status',
  'name',
  'weight',
  'created_time',
  'test_time',
  'response_time',
  'base_url',
  'other',
  'balance',
  'balance_updated_time',
  'models',
  'group',
  'used_quota',
  'model_mapping',
  'status_code_mapping',
  'priority',
  'auto_ban',
  'other_info',
  'tag',
  'param_override',
  'test_model',
] as const

const plainColumns = (channel: ChannelRow): Row => Object.fromEntries(SAME.map(column => [column, channel[column]]))

function keysInfo({ key_spread }: ChannelRow, keys: readonly string[], isOff: (at: number) => boolean): string {
  return JSON.stringify({
    is_multi_key: true,
    multi_key_size: keys.length,
    multi_key_status_list: Object.fromEntries(keys.flatMap((_, at) => (isOff(at) ? [[at, 2]] : []))),
    multi_key_polling_index: 0,
    multi_key_mode: key_spread === 'in_turn' ? 'polling' : 'random',
  })
}

async function abilityRows(db: Db): Promise<Row[]> {
  const channels = await db.selectFrom('channels').selectAll().orderBy('id').execute()
  return channels
    .flatMap(abilitiesOf)
    .map(({ enabled, ...ability }) => ({ ...ability, enabled: { flag: enabled === 1 } }))
}

async function codeRows(db: Db, secrets: Secrets): Promise<Row[]> {
  const codes = await db.selectFrom('redemptions').selectAll().orderBy('id').execute()
  return codes.map(code => ({
    id: code.id,
    user_id: code.user_id,
    key: secrets.decrypt(code.key_sealed),
    status: code.status,
    name: code.name,
    quota: code.quota,
    created_time: code.created_time,
    redeemed_time: code.redeemed_time,
    used_user_id: code.used_user_id,
    deleted_at: { time: code.deleted_at },
  }))
}
