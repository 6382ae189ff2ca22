import { DEFAULT_GROUP, ROLE, USER_STATUS, userSetting } from '@tollgate/contract'
import { bringUsers } from '../../money/ledger/index.ts'
import { insertUser } from '../../people/users/store.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { logOf, type Source } from '../sources/source.ts'
import { type Cells, readAll } from './cells.ts'
import type { Generation } from './generation.ts'
import { type Move, takenIds } from './move.ts'

const INVITE_CODE_LENGTH = 4
/** One-api's status of a deleted user. */
const DELETED_STATUS = 3

export type SourceUser = ReturnType<typeof readUser>

export const usersOf = (source: Source, { family }: Generation): SourceUser[] =>
  readAll(source, 'users', cells => readUser(cells, family))

const SAME = ['username', 'display_name', 'email', 'github_id', 'oidc_id', 'wechat_id'] as const

function readUser(cells: Cells, family: Generation['family']) {
  const status = cells.whole('status', USER_STATUS.enabled)
  return {
    id: cells.whole('id'),
    ...(Object.fromEntries(SAME.map(column => [column, cells.text(column)])) as Record<(typeof SAME)[number], string>),
    telegram_id: cells.text('telegram_id'),
    linux_do_id: cells.text('linux_do_id'),
    password: cells.text('password'),
    role: cells.whole('role', ROLE.user),
    status,
    isDeleted: cells.deletion('deleted_at') !== null || (family === 'one-api' && status === DELETED_STATUS),
    deletedAt: cells.deletion('deleted_at'),
    accessToken: cells.text('access_token').trim(),
    quota: cells.whole('quota'),
    usedQuota: cells.whole('used_quota'),
    requestCount: cells.whole('request_count'),
    group: cells.text('group') || DEFAULT_GROUP,
    affCode: cells.text('aff_code').trim(),
    affCount: cells.whole('aff_count'),
    affQuota: cells.whole('aff_quota'),
    affHistory: cells.whole('aff_history'),
    inviterId: cells.whole('inviter_id'),
    setting: cells.object('setting'),
    createdAt: cells.time('created_at') ?? 0,
    lastLoginAt: cells.time('last_login_at') ?? 0,
  }
}

/** Inserts the users that are not here yet, with their balances. */
export async function moveUsers(move: Move): Promise<void> {
  const { source, generation, db, id: importId, now, isMerge } = move
  const all = usersOf(source, generation)
  const users = all.filter(({ id }) => move.rowOf('user', id) === undefined)
  const taken = await takenIds(
    db,
    'users',
    all.map(({ id }) => id),
  )
  const unique = await uniqueTexts(move)
  const firstSeen = firstLogTimes(source)
  const rowIds = new Map<number, number>()
  const isForgiven = move.debts === 'forgive'
  // Those whose id is free come first.
  for (const user of [...users].sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    const row = {
      ...Object.fromEntries(SAME.map(column => [column, user[column]])),
      telegram_id: user.telegram_id,
      linux_do_id: user.linux_do_id,
      username: unique.name(user),
      password: passwordOf(user, move),
      role: roleOf(user, move),
      status: user.isDeleted && user.status === DELETED_STATUS ? USER_STATUS.banned : user.status,
      group: user.group,
      access_token: unique.accessToken(user),
      aff_code: unique.inviteCode(user),
      aff_count: user.affCount,
      setting: settingOf(user.setting, move.secrets),
      created_at: user.createdAt || (firstSeen.get(user.id) ?? now),
      last_login_at: user.lastLoginAt,
      deleted_at: user.isDeleted ? (user.deletedAt ?? now) : null,
    }
    rowIds.set(user.id, await insertUser(db, taken.has(user.id) ? row : { id: user.id, ...row }))
    if (taken.has(user.id)) move.note(NEW_ID, `${user.username} (${user.id} → ${rowIds.get(user.id)})`)
    if (user.quota < 0) move.note(isForgiven ? FORGIVEN : DEBT, `${user.username}: ${-user.quota}`, -user.quota)
  }
  const rowOf = (sourceId: number) => rowIds.get(sourceId) as number
  await bringUsers(
    db,
    users.map(user => ({
      userId: rowOf(user.id),
      reference: `import:${importId}:user:${user.id}`,
      balance: isForgiven ? Math.max(0, user.quota) : user.quota,
      earningsLeft: user.affQuota,
      earningsEver: user.affHistory,
      usedQuota: user.usedQuota,
      requestCount: user.requestCount,
    })),
    now,
  )
  await move.remember(
    'user',
    users.map(({ id, usedQuota, requestCount }) => ({ sourceId: id, rowId: rowOf(id), usedQuota, requestCount })),
  )
  const forgiven = isForgiven ? users.filter(({ quota }) => quota < 0) : []
  await move.remember(
    'debt',
    forgiven.map(({ id }) => ({ sourceId: id, rowId: rowOf(id) })),
  )
  for (const { id, inviterId } of users) {
    const inviter =
      inviterId > 0
        ? (move.rowOf('user', inviterId) ?? (isMerge || taken.has(inviterId) ? undefined : inviterId))
        : undefined
    if (inviter !== undefined)
      await db.updateTable('users').set({ inviter_id: inviter }).where('id', '=', rowOf(id)).execute()
  }
}

const table = 'users'
const NEW_ID = { table, kind: 'changed', text: 'The id was taken here; the user has another.' } as const
const DEBT = {
  table,
  kind: 'changed',
  text: 'A balance below zero becomes a balance of 0 and a debt, collected from the next credit.',
} as const

const FORGIVEN = { table, kind: 'changed', text: 'A balance below zero was forgiven: it is 0 here.' } as const

const IMPORTABLE = /^\$(2[aby]|argon2id?|argon2i)\$/

function passwordOf({ password, username }: SourceUser, move: Move): string {
  if (IMPORTABLE.test(password)) return password.replace(/^\$2y\$/, '$2b$')
  if (password !== '')
    move.note(
      { table, kind: 'asks', text: 'The password’s hash is of an unknown kind: it must be set again.' },
      username,
    )
  return ''
}

function roleOf({ role, username }: SourceUser, move: Move): number {
  const isKnown = Object.values<number>(ROLE).includes(role)
  if (isKnown && !(move.isMerge && role > ROLE.user)) return role
  if (role > ROLE.user)
    move.note({ table, kind: 'changed', text: 'An administrator of the source is an ordinary user here.' }, username)
  return ROLE.user
}

function settingOf(setting: Record<string, unknown>, secrets: Secrets): string {
  const { has_webhook_secret, ...shape } = userSetting.shape
  const known = Object.fromEntries(Object.entries(setting).filter(([name]) => Object.hasOwn(shape, name)))
  const parsed = userSetting.safeParse(known)
  if (!parsed.success || Object.keys(known).length === 0) return ''
  const { has_webhook_secret: _, ...kept } = parsed.data
  const secret = setting.webhook_secret
  return JSON.stringify({
    ...kept,
    ...(typeof secret === 'string' && secret !== '' && { webhook_secret: secrets.encrypt(secret) }),
  })
}

/** Returns functions that keep names, invite codes and access tokens unique here. */
async function uniqueTexts(move: Move) {
  const rows = await move.db.selectFrom('users').select(['username', 'aff_code', 'access_token']).execute()
  const names = new Set(rows.map(({ username }) => username))
  const codes = new Set(rows.map(({ aff_code }) => aff_code))
  const tokens = new Set(rows.map(({ access_token }) => access_token))
  return {
    name({ username }: SourceUser): string {
      let name = username
      for (let number = 2; names.has(name); number++) name = `${username}-${number}`
      names.add(name)
      if (name !== username)
        move.note(
          { table, kind: 'changed', text: 'The name was taken here; the user signs in by another.' },
          `${username} → ${name}`,
        )
      return name
    },
    inviteCode({ affCode, username }: SourceUser): string {
      let code = affCode
      while (code === '' || codes.has(code)) code = randomText(INVITE_CODE_LENGTH)
      codes.add(code)
      if (affCode !== '' && code !== affCode)
        move.note({ table, kind: 'changed', text: 'The invite code was taken here; the user has another.' }, username)
      return code
    },
    accessToken({ accessToken, username }: SourceUser): string | null {
      if (accessToken === '') return null
      const fingerprint = move.secrets.fingerprint(accessToken)
      if (tokens.has(fingerprint)) {
        move.note({ table, kind: 'left', text: 'Another user has the same system access token.' }, username)
        return null
      }
      tokens.add(fingerprint)
      return fingerprint
    },
  }
}

/** Sources without `created_at` have at most a log. */
function firstLogTimes(source: Source): ReadonlyMap<number, number> {
  const { database, columns, hasLogs } = logOf(source)
  if (source.columns.get('users')?.includes('created_at') || !columns.has('logs') || !hasLogs) return new Map()
  const rows = database
    .query<{ id: number; time: number }, []>(
      'select cast(user_id as integer) as id, min(cast(created_at as integer)) as time from logs group by 1',
    )
    .all()
  return new Map(rows.map(({ id, time }) => [id, time]))
}
