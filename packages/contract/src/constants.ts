/** The specification's numbers. */

export const ROLE = { user: 1, admin: 10, root: 100 } as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

export const USER_STATUS = { enabled: 1, banned: 2, special: 3 } as const
/** In filters by status: cancelled accounts. */
export const CANCELLED_USER = 0
export const CHANNEL_STATUS = { enabled: 1, disabled: 2, autoDisabled: 3 } as const
/** Types of channels whose providers report a balance. */
export const TYPES_WITH_BALANCE: readonly number[] = [1, 8, 10, 12, 13, 20, 25, 43]
export const TOKEN_STATUS = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export const REDEMPTION_STATUS = { unused: 1, disabled: 2, used: 3 } as const
export const LOG_TYPE = { topUp: 1, consume: 2, manage: 3, system: 4, error: 5 } as const

/** Subjects of administrators' acts and of sign-ins: one filter of the log. */
export const ACT_KINDS = ['options', 'channels', 'users', 'redemptions', 'plans', 'log', 'jobs', 'sign-ins'] as const
export type ActKind = (typeof ACT_KINDS)[number]

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100

/** Quota per US dollar, unless the option QuotaPerUnit says otherwise. */
export const DEFAULT_QUOTA_PER_UNIT = 500_000
/** US dollars per million tokens at ratio 1. */
export const DOLLARS_AT_RATIO_1 = 2
/** The largest amount of quota, so that sums of amounts remain exact numbers. */
export const QUOTA_MAX = 1_000_000_000_000
export const DEFAULT_GROUP = 'default'
/** The group of a token that tries several, in the operator's order. */
export const AUTO_GROUP = 'auto'
/** `expired_time` of a token that never expires. */
export const NEVER = -1

/** The maximum number of named views of a user, of all lists together. */
export const VIEWS_PER_USER_MAX = 30
export const VIEW_NAME_MAX_LENGTH = 64
export const VIEW_QUERY_MAX_LENGTH = 1000

export const USERNAME_MAX_LENGTH = 12
export const PASSWORD_MIN_LENGTH = 8
/** The maximum length that forms suggest; longer passwords are accepted up to the limit. */
export const PASSWORD_MAX_LENGTH = 20
/** The maximum length of an administrator's note on a user. */
export const REMARK_LENGTH_LIMIT = 255

export const PASSWORD_LENGTH_LIMIT = 256
export const TOKEN_NAME_MAX_LENGTH = 30
export const TOKEN_BATCH_MAX = 100
export const TOKENS_PER_USER_MAX = 1000
export const TOKEN_DEFAULT_QUOTA = 500_000
/** The maximum number of generations of child keys below a token. */
export const CHILD_KEY_DEPTH_MAX = 5
/** The maximum number of active child keys below one token, at any depth. */
export const CHILD_KEYS_PER_TREE_MAX = 10_000

export const REDEMPTION_NAME_MAX_LENGTH = 20
export const REDEMPTION_BATCH_MAX = 100
export const REDEMPTION_DEFAULT_QUOTA = 100_000

/** An online top-up unpaid for this long counts as expired; a late payment is still credited. */
export const ORDER_LIFETIME_SECONDS = 24 * 3600
/** An unpaid order is removed after this long: no provider accepts a payment for it any more. */
export const UNPAID_ORDER_KEPT_SECONDS = 180 * 24 * 3600

/** The shortest time between two low-balance warnings to a user. */
export const QUOTA_WARNING_INTERVAL_SECONDS = 2 * 3600

export const MODEL_NAME_MAX_LENGTH = 255

/** The header that carries the caller's own user id on every console call. */
export const USER_ID_HEADER = 'New-Api-User'
export const SETUP_RELOAD_DELAY_MS = 1500

/** The name of a further OIDC provider in addresses: `/oauth/{slug}`. */
export const PROVIDER_SLUG = /^[a-z][a-z0-9-]{0,31}$/

/** Abilities a model may have, in the order people ask for them. */
export const ABILITIES = [
  'chat',
  'vision',
  'tools',
  'reasoning',
  'audio',
  'images',
  'video',
  'embeddings',
  'rerank',
] as const
export type Ability = (typeof ABILITIES)[number]

/** Endpoints under `/v1/audio` for models that only speak or transcribe. */
export const AUDIO_ENDPOINTS = ['speech', 'transcriptions'] as const
export type AudioEndpoint = (typeof AUDIO_ENDPOINTS)[number]
