import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'

/** A column with a default value in the database. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>
/** 0 or 1: both databases store flags as integers. */
type Flag = Defaulted<number>

export interface UsersTable {
  id: Generated<number>
  username: string
  /** argon2id hash; empty when the user signs in only through other sites. */
  password: Defaulted<string>
  display_name: Defaulted<string>
  role: Defaulted<number>
  status: Defaulted<number>
  email: Defaulted<string>
  github_id: Defaulted<string>
  oidc_id: Defaulted<string>
  wechat_id: Defaulted<string>
  telegram_id: Defaulted<string>
  linux_do_id: Defaulted<string>
  /** Fingerprint of the system access token. */
  access_token: Defaulted<string | null>
  /** The whole balance, also what is leased or held. */
  quota: Defaulted<number>
  /** What nodes have leased of it. */
  leased: Defaulted<number>
  used_quota: Defaulted<number>
  request_count: Defaulted<number>
  group: Defaulted<string>
  aff_code: string
  aff_count: Defaulted<number>
  aff_quota: Defaulted<number>
  aff_history_quota: Defaulted<number>
  inviter_id: Defaulted<number>
  setting: Defaulted<string>
  created_at: number
  last_login_at: Defaulted<number>
  /** Since when a sign-in takes a second factor; 0: it does not. */
  second_factor_at: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export interface SessionsTable {
  /** SHA-256 of the id in the cookie. */
  id: string
  user_id: number
  created_at: number
  last_used_at: number
  expires_at: number
  ip: Defaulted<string>
  user_agent: Defaulted<string>
  /** When its user last showed that it is theirs: by signing in or confirming. */
  confirmed_at: Defaulted<number>
}

export interface SecondFactorsTable {
  user_id: number
  /** The secret of the one-time codes, encrypted; empty while they are off. */
  secret_sealed: Defaulted<string>
  /** A secret that was shown and waits for its first code. */
  pending_sealed: Defaulted<string>
  /** The time step of the last code taken: none works twice. */
  last_step: Defaulted<number>
}

export interface RecoveryCodesTable {
  user_id: number
  fingerprint: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often the authenticator says it was used; 0 for one that does not count. */
  counter: number
  transports: Defaulted<string>
  name: string
  created_at: number
  last_used_at: Defaulted<number>
}

export interface SignInTicketsTable {
  /** SHA-256 of the ticket in the cookie. */
  id: string
  user_id: number
  attempts: Defaulted<number>
  expires_at: number
}

export interface PasskeyChallengesTable {
  purpose: 'register' | 'confirm' | 'sign-in'
  /** Whose browser it was given to: the key of a session, or the hash of a cookie. */
  holder: string
  challenge: string
  expires_at: number
}

/** A sign-in by another site that has begun. */
export interface SignInStatesTable {
  /** SHA-256 of the state. */
  id: string
  /** SHA-256 of what the browser's cookie holds. */
  browser: string
  /** Who was signed in when it began and binds an identity; 0: nobody, it is a sign-in. */
  user_id: number
  /** The site it was begun for; empty: its caller made the address there by itself. */
  provider: string
  /** The invite code a new user comes with. */
  aff_code: string
  expires_at: number
}

/** Proofs of identity that are not accepted again, until they would be too old anyway. */
export interface SpentProofsTable {
  id: string
  expires_at: number
}

export interface EmailCodesTable {
  /** `register`, `reset` or `bind:USER`. */
  purpose: string
  /** In small letters. */
  email: string
  fingerprint: string
  expires_at: number
}

export interface TokensTable {
  id: Generated<number>
  user_id: number
  key_fingerprint: string
  key_sealed: string
  /** Its first and last characters, for searches and lists. */
  key_hint: string
  status: Defaulted<number>
  name: string
  created_time: number
  accessed_time: Defaulted<number>
  expired_time: Defaulted<number>
  remain_quota: Defaulted<number>
  /** What nodes have leased of it. */
  leased: Defaulted<number>
  unlimited_quota: Flag
  model_limits_enabled: Flag
  model_limits: Defaulted<string>
  allow_ips: Defaulted<string>
  used_quota: Defaulted<number>
  group: Defaulted<string>
  deleted_at: Defaulted<number | null>
}

export interface ChannelsTable {
  id: Generated<number>
  type: number
  key_sealed: string
  openai_organization: Defaulted<string>
  max_input_tokens: Defaulted<number>
  test_model: Defaulted<string>
  status: Defaulted<number>
  name: string
  weight: Defaulted<number>
  created_time: number
  test_time: Defaulted<number>
  response_time: Defaulted<number>
  base_url: Defaulted<string>
  other: Defaulted<string>
  balance: Defaulted<number>
  balance_updated_time: Defaulted<number>
  models: Defaulted<string>
  group: Defaulted<string>
  used_quota: Defaulted<number>
  model_mapping: Defaulted<string>
  status_code_mapping: Defaulted<string>
  priority: Defaulted<number>
  auto_ban: Defaulted<number>
  other_info: Defaulted<string>
  tag: Defaulted<string>
  setting: Defaulted<string>
  param_override: Defaulted<string>
}

/** Which channel serves which model in which group: the look-up table for lists and routing. */
export interface AbilitiesTable {
  group: string
  model: string
  channel_id: number
  enabled: Flag
  priority: Defaulted<number>
  weight: Defaulted<number>
  tag: Defaulted<string>
}

export interface OptionsTable {
  key: string
  value: string
}

export interface RedemptionsTable {
  id: Generated<number>
  user_id: number
  key_sealed: string
  key_fingerprint: string
  status: Defaulted<number>
  name: string
  quota: number
  created_time: number
  redeemed_time: Defaulted<number>
  used_user_id: Defaulted<number>
  deleted_at: Defaulted<number | null>
}

export interface LogsTable {
  id: Generated<number>
  user_id: number
  created_at: number
  type: number
  content: Defaulted<string>
  username: Defaulted<string>
  token_name: Defaulted<string>
  model_name: Defaulted<string>
  quota: Defaulted<number>
  prompt_tokens: Defaulted<number>
  completion_tokens: Defaulted<number>
  /** Seconds. */
  use_time: Defaulted<number>
  is_stream: Flag
  channel_id: Defaulted<number>
  token_id: Defaulted<number>
  group: Defaulted<string>
  request_id: Defaulted<string>
  other: Defaulted<string>
  /** What a row that is no call tells; empty for calls. */
  code: Defaulted<string>
}

/** A process that uses the database: its heartbeat, and the fence that shuts it out when it was given up. */
export interface NodesTable {
  id: string
  /** Unix milliseconds by the database's clock. */
  seen_at: number
  /** Number of its last group commit, to find out whether one took effect whose confirmation was lost. */
  mark: Defaulted<number>
}

/** What a node may spend of a user's balance or a token's cap without asking: `taken - spent`. */
export interface LeasesTable {
  node: string
  account: 'user' | 'token'
  account_id: number
  /** All that was leased, less what was returned. */
  taken: Defaulted<number>
  /** What settlements have used up. */
  spent: Defaulted<number>
  /** Whether the node has nothing of it but what its running calls hold. */
  is_exact: Flag
  /** When another node asked for it, in unix milliseconds by the database's clock. */
  recalled_at: Defaulted<number>
}

/** Every change of a balance, once: a balance is the sum of its entries, for users and for tokens. */
export interface LedgerEntriesTable {
  id: Generated<number>
  /** Unique: `request:ID`, `redemption:ID`, `top-up:NO`, `grant:…`, `hold:ID` and `release:ID` of what outlives processes. */
  reference: string
  kind: string
  user_id: number
  token_id: Defaulted<number>
  user_amount: number
  token_amount: Defaulted<number>
  /** Of the user's earnings from invitations. */
  aff_amount: Defaulted<number>
  /** For requests: the channel that answered, and what the wallet could not pay. */
  channel_id: Defaulted<number>
  uncollected: Defaulted<number>
  /** For requests: whether a log row was written with it. */
  is_logged: Flag
  created_at: number
  /** Its link in a chain, and its place in that link; empty for entries older than the chains. */
  chain: Defaulted<string>
  link: Defaulted<number>
  place: Defaulted<number>
}

/** A link joins the entries of one group commit to all before them in their chain. */
export interface LedgerLinksTable {
  /** The node that made it. */
  chain: string
  link: number
  /** SHA-256, hex, over the previous link's hash and the digests. */
  hash: string
  /** JSON list: the digest of each entry, by place. */
  digests: string
  /** Unix seconds. */
  made_at: number
}

export interface MidjourneysTable {
  id: Generated<number>
  code: Defaulted<number>
  user_id: number
  action: Defaulted<string>
  mj_id: Defaulted<string>
  prompt: Defaulted<string>
  prompt_en: Defaulted<string>
  description: Defaulted<string>
  state: Defaulted<string>
  /** Milliseconds, like the two that follow. */
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  image_url: Defaulted<string>
  status: Defaulted<string>
  progress: Defaulted<string>
  fail_reason: Defaulted<string>
  channel_id: Defaulted<number>
  quota: Defaulted<number>
  buttons: Defaulted<string>
  properties: Defaulted<string>
}

export interface TasksTable {
  id: Generated<number>
  created_at: number
  updated_at: Defaulted<number>
  task_id: string
  platform: Defaulted<string>
  user_id: number
  channel_id: Defaulted<number>
  quota: Defaulted<number>
  action: Defaulted<string>
  status: Defaulted<string>
  fail_reason: Defaulted<string>
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  progress: Defaulted<string>
  properties: Defaulted<string>
  data: Defaulted<string>
}

export interface TopUpsTable {
  id: Generated<number>
  user_id: number
  /** The quota to credit. */
  amount: number
  /** The amount to pay, in cents of the payment currency. */
  money_cents: number
  trade_no: string
  payment_method: Defaulted<string>
  create_time: number
  complete_time: Defaulted<number>
  status: Defaulted<string>
}

export interface NoticesTable {
  user_id: number
  kind: string
  /** Unix seconds. */
  sent_at: number
}

/** Every background job: its lease and its last run, by the database's clock. */
export interface JobsTable {
  name: string
  /** Id of the run that has it. */
  lease_holder: Defaulted<string>
  /** Until then nobody else may run it. */
  lease_until: Defaulted<number>
  started_at: Defaulted<number>
  finished_at: Defaulted<number>
  /** `running` beyond its lease: that run was interrupted. */
  result: ColumnType<JobResult, JobResult | undefined, JobResult>
  handled: Defaulted<number>
  error: Defaulted<string>
  runs: Defaulted<number>
}
export type JobResult = 'none' | 'running' | 'succeeded' | 'failed'

/** How often the data of each topic of `change-events.ts` was changed, on any node. */
export interface ChangeVersionsTable {
  topic: string
  version: Defaulted<number>
}

/** Responses that clients may ask for again, or go on from. */
export interface StoredResponsesTable {
  user_id: number
  id: string
  /** The response it goes on from; empty: none. */
  previous_id: string
  /** The channel whose upstream keeps it; 0: it is kept here. */
  channel_id: number
  status: string
  /** Of `sealed`. */
  bytes: number
  created_at: number
  expires_at: number
  /** While it runs in the background: when its process last said so. */
  seen_at: number
  /** Input and response, packed and encrypted for the user; empty where an upstream keeps it. */
  sealed: string
}

/** Conversations that responses read from and add to. */
export interface ConversationsTable {
  user_id: number
  id: string
  created_at: number
  expires_at: number
  /** The metadata, packed and encrypted for the user. */
  sealed: string
}

export interface ConversationItemsTable {
  user_id: number
  conversation_id: string
  id: string
  /** Grows with every item. */
  place: number
  bytes: number
  sealed: string
}

/** Calls, tokens and quota by user, model and hour, for the dashboard. */
export interface QuotaDataTable {
  id: Generated<number>
  user_id: number
  username: Defaulted<string>
  model_name: string
  /** Start of the hour. */
  created_at: number
  token_used: Defaulted<number>
  count: Defaulted<number>
  quota: Defaulted<number>
}

/** A file that lies at an upstream: which channel has it, and whose it is. */
export interface RelayFilesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** What its owner calls it. */
  id: string
  user_id: number
  channel_id: number
  upstream_id: string
  purpose: string
  /** What the upstream says of it, as JSON, its id left out. */
  body: string
  /** Of requests for a batch: their model, the path they are for, and what they come to at most (`BatchSize`). */
  model: Defaulted<string>
  endpoint: Defaulted<string>
  size: Defaulted<string>
  created_at: number
  deleted_at: Defaulted<number | null>
}

/** A batch that runs at an upstream, or has: which channel has it, whose it is, and what is held for it. */
export interface RelayBatchesTable {
  /** The order of lists. */
  seq: Generated<number>
  /** What its owner calls it. */
  id: string
  protocol: 'openai' | 'anthropic'
  /** `creating`: the upstream may not have it; `running`: it has, and has not been charged; `settled`: charged or refunded. */
  state: 'creating' | 'running' | 'settled'
  user_id: number
  token_id: number
  channel_id: number
  /** Empty: unknown yet. */
  upstream_id: Defaulted<string>
  /** What the upstream said of it last, as JSON in its own words. */
  body: Defaulted<string>
  /** OpenAI's: the path of its requests, and its files by our ids; those for the results are fixed beforehand. */
  endpoint: Defaulted<string>
  input_file: Defaulted<string>
  output_file: Defaulted<string>
  error_file: Defaulted<string>
  requests: number
  /** JSON: what it is priced by and what its log rows say (`BatchTerms`). */
  terms: string
  /** Quota that is held for it, and what of that counts against the token's cap. */
  held: number
  held_of_token: number
  created_at: number
  /** When the upstream is to be asked again. */
  poll_at: number
  deleted_at: Defaulted<number | null>
}

export interface SetupsTable {
  id: Generated<number>
  version: string
  initialized_at: number
}

/** All tables, for Kysely. Times are Unix seconds unless a comment says otherwise. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  sign_in_states: SignInStatesTable
  spent_proofs: SpentProofsTable
  email_codes: EmailCodesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  sign_in_tickets: SignInTicketsTable
  passkey_challenges: PasskeyChallengesTable
  tokens: TokensTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  options: OptionsTable
  redemptions: RedemptionsTable
  logs: LogsTable
  nodes: NodesTable
  leases: LeasesTable
  ledger_links: LedgerLinksTable
  ledger_entries: LedgerEntriesTable
  midjourneys: MidjourneysTable
  tasks: TasksTable
  top_ups: TopUpsTable
  notices: NoticesTable
  jobs: JobsTable
  change_versions: ChangeVersionsTable
  stored_responses: StoredResponsesTable
  conversations: ConversationsTable
  conversation_items: ConversationItemsTable
  quota_data: QuotaDataTable
  relay_files: RelayFilesTable
  relay_batches: RelayBatchesTable
  setups: SetupsTable
}

export type UserRow = Selectable<UsersTable>
export type TokenRow = Selectable<TokensTable>
export type ChannelRow = Selectable<ChannelsTable>
export type RelayFileRow = Selectable<RelayFilesTable>
export type RelayBatchRow = Selectable<RelayBatchesTable>
export type NewLogRow = Insertable<LogsTable>
export type ChannelChange = Updateable<ChannelsTable>
export type TokenChange = Updateable<TokensTable>
