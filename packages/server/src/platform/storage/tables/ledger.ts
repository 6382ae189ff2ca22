import type { Generated } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface LedgerTables {
  spending_periods: SpendingPeriodsTable
  nodes: NodesTable
  leases: LeasesTable
  ledger_links: LedgerLinksTable
  ledger_entries: LedgerEntriesTable
}

/** A process that uses the database: its heartbeat, and the fence that locks it out once it was given up. */
interface NodesTable {
  id: string
  /** Unix milliseconds by the database's clock. */
  seen_at: number
  /** Number of its last group commit, which tells whether a commit took effect when its confirmation was lost. */
  mark: Defaulted<number>
}

/** How much of a user's balance or a token's cap a node may spend without asking: `taken - spent`. */
interface LeasesTable {
  node: string
  account: 'user' | 'token' | 'period'
  account_id: number
  /** Total leased, minus what was returned. */
  taken: Defaulted<number>
  /** Used by settlements. */
  spent: Defaulted<number>
  /** Whether the node's running calls hold everything it has left. */
  is_exact: Flag
  /** When another node requested it, in unix milliseconds by the database's clock. */
  recalled_at: Defaulted<number>
}

/** Spending in one period of a user's or token's limit, or in one window of a subscription. */
interface SpendingPeriodsTable {
  /** Composed of the following columns: see `ledger/periods.ts`. */
  id: number
  owner: 'user' | 'token' | 'subscription'
  owner_id: number
  /** Days since 1970; 0 for windows. */
  start_day: number
  /** Charged by settlements. */
  spent: Defaulted<number>
  /** Leased by nodes from the rest. */
  leased: Defaulted<number>
}

/** Every change of a balance, once: a balance is the sum of its entries, for users and for tokens. */
export interface LedgerEntriesTable {
  id: Generated<number>
  /**
   * Unique: `request:ID`, `redemption:ID`, `topup:NO`, `grant:…`; `hold:ID` and `release:ID` for holds that outlive a
   * process; `task-refund:KIND:ROW` and `task-adjust:…`; `refund:ROW` and `refund-undone:ROW`; `plan:SUBSCRIPTION:TERM` for the price of a plan, `plan-back:SUBSCRIPTION:TERM` for its unused rest; for debts `collect:…`, `cap-owed:…`, `cap-collect:…`,
   * `period-owed:…` and `period-collect:…`; for child keys `slice:ID:…`, `slice-back:…`, `slice-cap:ID`, `slice-end:…`;
   * for teams `team-in:…` and `team-out:…`.
   */
  reference: string
  kind: string
  user_id: number
  token_id: Defaulted<number>
  user_amount: number
  token_amount: Defaulted<number>
  /** Of the user's earnings from invitations. */
  aff_amount: Defaulted<number>
  /** For requests: the channel that answered. The uncovered part, owed from then on; negative: a collected part. */
  channel_id: Defaulted<number>
  uncollected: Defaulted<number>
  /** For requests: whether a log row was written with it. */
  is_logged: Flag
  /** The subscription that was bought or that paid; 0: none. */
  subscription_id: Defaulted<number>
  /** The change of the subscription's windows: negative if it paid. */
  subscription_amount: Defaulted<number>
  /** What its windows count for that instead of quota, in thousandths of a call, with the same sign; 0: they count quota. */
  subscription_calls: Defaulted<number>
  /** JSON list of the windows in which that counts; empty: none. */
  windows: Defaulted<string>
  created_at: number
  /** Its chain link and its place in that link; empty for entries older than the chains. */
  chain: Defaulted<string>
  link: Defaulted<number>
  place: Defaulted<number>
}

/** A link joins the entries of one group commit to all earlier ones of their chain. */
interface LedgerLinksTable {
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
