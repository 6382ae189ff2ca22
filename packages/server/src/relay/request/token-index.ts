import { QUOTA_PERIODS, TOKEN_STATUS, USER_STATUS } from '@tollgate/contract'
import { type Kysely, sql } from 'kysely'
import { lineOf, type PeriodLimit } from '../../money/ledger/index.ts'
import { type HeldSubscription, heldSubscriptions } from '../../money/plans/held-subscription.ts'
import { readSetting } from '../../people/users/setting.ts'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import { readableRanges } from '../../platform/http/client-ip.ts'
import { mayDo } from '../../platform/http/rights.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { withTimeout } from '../../platform/storage/with-timeout.ts'

/** A limit by period, and the quota that it allows per period. */
export interface SpendingLimit extends PeriodLimit {
  quota: number
}

/** A token and its owner as the relay needs them. Kept in memory, so that a call reads no database. */
export interface TokenIdentity {
  tokenId: number
  /** The token at the top of its tree: a change of it may affect all below it. */
  rootId: number
  tokenName: string
  /** It or a token above it is frozen, or one above it is disabled. */
  isFrozen: boolean
  tokenStatus: number
  /** Unix seconds; -1: never. */
  expiredTime: number
  isUnlimited: boolean
  /** The spending limits by period of the token and its owner. */
  spendingLimits: readonly SpendingLimit[]
  /** The calls-per-minute limits that its calls count against: its own and those above it. */
  minuteLimits: readonly MinuteLimit[]
  /** The owner's plans that pay for the caller, in the order in which calls draw from them. */
  subscriptions: readonly HeldSubscription[]
  /** Null: any model. */
  modelLimits: ReadonlySet<string> | null
  /** Null: from anywhere. */
  allowedIps: ReturnType<typeof readableRanges> | null
  /** Empty: the user's own group. */
  tokenGroup: string
  /** Who pays: the user, or the team's account for a team's token. */
  userId: number
  username: string
  /** Who the calls are counted for: the user, or the member for a team's token. */
  callerId: number
  /** For a team's token: the member who made it. Its calls have the member's group and rights. */
  member?: { id: number; name: string; seatId: number }
  /** For a token of a team's project; its id is that of its seat. */
  project?: { id: number; name: string; isArchived: boolean }
  userGroup: string
  /** Administrators who operate channels may send a call to one of them. */
  mayChooseChannel: boolean
  userStatus: number
  acceptsUnpricedModels: boolean
  /** Whether the gateway may keep the owner's responses. */
  storesResponses: boolean
  /** The balance below which the user is warned; null: the option's value. */
  quotaWarningThreshold: number | null
}

/** How many calls a minute a token and all below it may make. */
export interface MinuteLimit {
  tokenId: number
  calls: number
}

export interface TokenIndex {
  /** Returns the identity for a key (48 characters, without `sk-`), or undefined; synchronously if it is in memory. */
  find(key: string): TokenIdentity | Promise<TokenIdentity | undefined>
  /** Whether a user has any balance left, or a plan. */
  canPay(userId: number): Promise<boolean>
  /** Calls `listener` when a token or its owner may have changed. Returns a function that unsubscribes. */
  whenChanged(identity: TokenIdentity, listener: () => void): () => void
}

/** Caches the identities of keys in use; a change of the token or its owner drops them. */
export function makeTokenIndex(db: Kysely<Tables>, secrets: Secrets, changeEvents: ChangeEvents): TokenIndex {
  const byKey = new Map<string, TokenIdentity>()
  /** Grows with every change, so that a row read before a change is not cached after it. */
  let generation = 0
  const watched = new Map<() => void, TokenIdentity>()
  const drop = (isAffected: (identity: TokenIdentity) => boolean) => {
    generation += 1
    for (const [key, identity] of byKey) if (isAffected(identity)) byKey.delete(key)
    for (const [listener, identity] of watched) if (isAffected(identity)) listener()
  }
  changeEvents.on('tokens', id => drop(identity => id === 0 || identity.tokenId === id || identity.rootId === id))
  changeEvents.on('users', id => drop(identity => id === 0 || identity.userId === id || identity.member?.id === id))

  async function findStored(key: string): Promise<TokenIdentity | undefined> {
    const before = generation
    const identity = await withTimeout(load(db, secrets.fingerprint(key)))
    if (identity && before === generation) byKey.set(key, identity)
    return identity
  }

  return {
    find: key => byKey.get(key) ?? findStored(key),
    async canPay(userId) {
      const user = await withTimeout(
        db
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where(({ eb, or }) => or([eb('quota', '>', 0), eb('subscriptions', '>', 0)]))
          .executeTakeFirst(),
      )
      return user !== undefined
    },
    whenChanged(identity, listener) {
      // A new function, because the same listener may be given twice.
      const own = () => listener()
      watched.set(own, identity)
      return () => watched.delete(own)
    },
  }
}

async function load(db: Kysely<Tables>, fingerprint: string): Promise<TokenIdentity | undefined> {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    // The token has its user's rights, or its member's if it is a team's.
    .innerJoin('users as person', join =>
      join.on('person.id', '=', sql`case when tokens.member_id > 0 then tokens.member_id else tokens.user_id end`),
    )
    .leftJoin('team_projects as project', 'project.id', 'tokens.project_id')
    .selectAll('tokens')
    .select([
      'project.name as project_name',
      'project.archived_at as project_archived_at',
      'users.username',
      'users.status as user_status',
      'person.username as person_name',
      'person.group as user_group',
      'person.role',
      'person.rights',
      'person.status as person_status',
      'person.setting',
      'users.quota_period as user_period',
      'users.period_quota as user_period_quota',
      'users.subscriptions as user_subscriptions',
    ])
    .where('tokens.key_fingerprint', '=', fingerprint)
    .where('tokens.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const setting = readSetting(row.setting)
  const line = row.parent_id + row.seat_id === 0 ? [row] : await lineOf(db, row.id)
  return {
    tokenId: row.id,
    rootId: row.root_id || row.id,
    isFrozen: row.frozen > 0 || line.some(({ id, status }) => id !== row.id && status === TOKEN_STATUS.disabled),
    tokenName: row.name,
    tokenStatus: row.status,
    expiredTime: row.expired_time,
    isUnlimited: row.unlimited_quota === 1,
    spendingLimits: [
      ...limitOf('user', row.user_id, row.user_period, row.user_period_quota),
      ...line.flatMap(token => limitOf('token', token.id, token.quota_period, token.period_quota)),
    ],
    minuteLimits: line.filter(({ rpm }) => rpm > 0).map(({ id, rpm }) => ({ tokenId: id, calls: rpm })),
    subscriptions: row.user_subscriptions === 0 ? [] : await heldSubscriptions(db, row.user_id, row.member_id),
    modelLimits: row.model_limits_enabled === 1 ? new Set(row.model_limits.split(',').filter(Boolean)) : null,
    allowedIps: row.allow_ips.trim() === '' ? null : readableRanges(row.allow_ips),
    tokenGroup: row.group,
    userId: row.user_id,
    username: row.username,
    callerId: row.member_id || row.user_id,
    ...(row.member_id > 0 && { member: { id: row.member_id, name: row.person_name, seatId: seatIn(line) } }),
    ...(row.project_name !== null && {
      project: { id: row.project_id, name: row.project_name, isArchived: row.project_archived_at !== null },
    }),
    userGroup: row.user_group,
    mayChooseChannel: mayDo(row, 'channels.operate'),
    userStatus: row.user_status === USER_STATUS.enabled ? row.person_status : row.user_status,
    acceptsUnpricedModels: setting.accept_unset_model_ratio_model,
    storesResponses: setting.store_responses,
    // A team has no setting of its own.
    quotaWarningThreshold: row.member_id > 0 ? null : (setting.quota_warning_threshold ?? null),
  }
}

/** The top token of a line has its member's seat. */
const seatIn = (line: readonly { seat_id: number }[]) => line.find(({ seat_id }) => seat_id > 0)?.seat_id ?? 0

/** Returns the spending limit by period of an owner; empty: no limit. */
export function limitOf(owner: PeriodLimit['owner'], ownerId: number, given: string, quota: number): SpendingLimit[] {
  const period = QUOTA_PERIODS.find(one => one === given)
  return period && quota > 0 ? [{ owner, ownerId, period, quota }] : []
}
