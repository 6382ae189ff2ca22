import { AUDIT_RULES, type AuditRule, CHILD_KEY_DEPTH_MAX, LOG_TYPE, PLAN_WINDOWS } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db, Storage } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { IS_OWN_ROW } from '../../records/logs/imported-rows.ts'
import { findBrokenLinks } from './audit-links.ts'
import { findChargedLostCalls } from './audit-lost-calls.ts'
import type { AccountKind } from './book.ts'
import { DEBT_KINDS } from './debts.ts'
import { type Figures, readFigures } from './figures.ts'
import { KINDS_OF_WINDOW, WINDOWS_OF_KIND } from './subscription-windows.ts'

/** A value in the ledger that breaks a rule. */
export interface Finding {
  /** The rule it breaks. */
  rule: AuditRule
  /** Id of the user, token or channel. */
  id: number
  expected: number
  found: number
  /** For a chain: which row changed and how. */
  what?: string
}

const DAY_SECONDS = 86_400
/** These two rules are not checked by SQL alone. */
const CHAINS = 'every entry is what its chain says'
/** The calls' ids are in JSON. */
const LOST_CALLS = 'no call that was given back was charged'

const leases = (owner: AccountKind) =>
  `select account_id as id, sum(taken - spent) as amount from leases where account = '${owner}' group by 1`
const entered = (owner: 'user' | 'token') =>
  `select ${owner}_id as id, sum(${owner}_amount) as amount from ledger_entries group by 1`
const charged = (owner: 'user' | 'token' | 'channel') =>
  `select ${owner}_id as id, sum(uncollected) - sum(user_amount) - sum(subscription_amount) as amount, sum(case when kind = 'request' then 1 else 0 end) as number
   from ledger_entries where kind in ('request', 'task-refund', 'task-adjust', 'refund', 'refund-undone') group by 1`

/** What an account had used at the gateway that it was imported from. */
const before = (owner: 'user' | 'token' | 'channel') =>
  `select row_id as id, sum(used_quota) as amount, sum(request_count) as number from imported_rows where kind = '${owner}' group by 1`

/** Compares a column with the sum of all entries. */
const balanced = (table: 'users' | 'tokens', column: string, owner: 'user' | 'token') => `
  select account.id, ${column} as found, coalesce(entered.amount, 0) as expected
  from ${table} account left join (${entered(owner)}) entered on entered.id = account.id`

/** Compares debts with uncovered less collected amounts in the entries that match `counts`. */
const owed = (owner: 'user' | 'token', column: string, counts: string) => `
  select account.id, ${column} as found, coalesce(entered.amount, 0) as expected
  from ${owner}s account left join (
    select ${owner}_id as id, sum(uncollected) as amount from ledger_entries where ${counts} group by 1
  ) entered on entered.id = account.id`
const kinds = (names: Readonly<Record<'owed' | 'collected', string>>) => `('${Object.values(names).join("', '")}')`
const ofCap = `kind in ${kinds(DEBT_KINDS.token)}`
const ofPeriod = `kind in ${kinds(DEBT_KINDS.period)}`

/** Compares the leased amounts of accounts with the leases. */
const leased = (table: 'users' | 'tokens' | 'spending_periods', owner: AccountKind) => `
  select account.id, account.leased as found, coalesce(leases.amount, 0) as expected
  from ${table} account left join (${leases(owner)}) leases on leases.id = account.id`

/** Compares earnings from invitations with the entries that match `counts`. */
const earned = (column: string, counts: string) => `
  select account.id, ${column} as found, coalesce(earned.amount, 0) as expected
  from users account left join (
    select user_id as id, sum(aff_amount) as amount from ledger_entries where ${counts} group by 1
  ) earned on earned.id = account.id`

/** Compares a counter with the charged requests plus the use before an import. */
const counted = (
  table: 'users' | 'tokens' | 'channels',
  column: string,
  owner: 'user' | 'token' | 'channel',
  of: 'amount' | 'number',
) => `
  select account.id, ${column} as found, coalesce(charged.${of}, 0) + coalesce(before.${of}, 0) as expected
  from ${table} account left join (${charged(owner)}) charged on charged.id = account.id
  left join (${before(owner)}) before on before.id = account.id`

// Old log rows may have been deleted, and logging may have been off, so only entries logged since the oldest remaining
// row are compared. Archived rows count too, unless other rows were deleted since.
const since = `(select min(moment) from (
  select min(created_at) as moment from logs where type = ${LOG_TYPE.consume} and ${IS_OWN_ROW}
  union all select min(from_time) from log_archives where is_gapped = 0 and state <> 'writing') oldest)`
const consumed = `
  select user_id, quota from logs where type = ${LOG_TYPE.consume} and ${IS_OWN_ROW}
  union all select sums.user_id, sums.quota from log_archive_sums sums
  join log_archives archive on archive.id = sums.archive_id and archive.is_gapped = 0`
const logged = `
  select users.id, coalesce(log.amount, 0) as found, coalesce(charge.amount, 0) as expected from users
  left join (select user_id as id, sum(quota) as amount from (${consumed}) consumed group by 1) log
    on log.id = users.id
  left join (
    select user_id as id, -sum(user_amount + subscription_amount) as amount from ledger_entries
    where kind = 'request' and is_logged = 1 and created_at >= ${since} group by 1
  ) charge on charge.id = users.id`

/** Compares a column of subscriptions with their entries. */
const ofSubscriptions = (column: string, amount: string) => `
  select account.id, ${column} as found, coalesce(entered.amount, 0) as expected
  from subscriptions account left join (
    select subscription_id as id, -sum(${amount}) as amount from ledger_entries where subscription_id <> 0 group by 1
  ) entered on entered.id = account.id`
const kindOfWindow = `(-windows.id / ${WINDOWS_OF_KIND}) % ${KINDS_OF_WINDOW}`
const inUnits = `case subscription.unit when 'calls' then subscription.used_calls else subscription.used end`
const windowSums = `
  select subscription.id, sum(windows.spent) as found, ${inUnits} as expected
  from subscriptions subscription join spending_periods windows
    on windows.owner = 'subscription' and windows.owner_id = subscription.id
  group by subscription.id, ${inUnits}, ${kindOfWindow}`
const limitOfWindow = `case ${kindOfWindow} ${PLAN_WINDOWS.map((window, kind) => `when ${kind} then subscription.${window}`).join(' ')} end`

/** What was counted of an upgraded plan in the price of the one that an order began. */
const countedInFirst = 'case orders.term when 1 then begun.counted else 0 end'

const wrong = (comparison: string) => `select id, found, expected from (${comparison}) compared where found <> expected`
const below = (table: string, column: string) =>
  `select id, ${column} as found, leased as expected from ${table} where ${column} < leased or leased < 0`

/** The query that finds violations, by rule. */
const breaches: Record<Exclude<AuditRule, typeof CHAINS | typeof LOST_CALLS>, (now: number) => string> = {
  'balance = sum of entries, for every user': () => wrong(balanced('users', 'account.quota', 'user')),
  'cap = sum of entries, for every token': () => wrong(balanced('tokens', 'account.remain_quota', 'token')),
  'invite earnings = sum of entries, for every user': () => wrong(earned('aff_quota', 'true')),
  'earned by invites = earnings entered, for every user': () => wrong(earned('aff_history_quota', `kind = 'earnings'`)),
  'no balance is below what is leased of it': () => below('users', 'quota'),
  'no cap is below what is leased of it': () => below('tokens', 'remain_quota'),
  'debt = sum of what was not covered, for every user': () =>
    wrong(owed('user', 'account.owed + account.waived', `not (${ofCap} or ${ofPeriod})`)),
  'debt = sum of what was not covered, for every token': () => wrong(owed('token', 'account.owed', ofCap)),
  'debt to periods = sum of what was not covered, for every user': () =>
    wrong(owed('user', 'account.period_owed', `${ofPeriod} and token_id = 0`)),
  'debt to periods = sum of what was not covered, for every token': () =>
    wrong(owed('token', 'account.period_owed', ofPeriod)),
  'no debt is below zero, for every user': () =>
    `select id, owed as found, period_owed as expected from users where owed < 0 or period_owed < 0`,
  'no debt is below zero, for every token': () =>
    `select id, owed as found, period_owed as expected from tokens where owed < 0 or period_owed < 0`,
  'leased = sum of leases, for every user': () => wrong(leased('users', 'user')),
  'leased = sum of leases, for every token': () => wrong(leased('tokens', 'token')),
  'leased = sum of leases, for every period': () => wrong(leased('spending_periods', 'period')),
  'used quota = requests charged, for every user': () =>
    wrong(counted('users', 'account.used_quota', 'user', 'amount')),
  'used quota = requests charged, for every token': () =>
    wrong(counted('tokens', 'account.used_quota', 'token', 'amount')),
  'used quota = requests charged, for every channel': () =>
    wrong(counted('channels', 'account.used_quota', 'channel', 'amount')),
  'paid = prices entered, for every subscription': () =>
    wrong(ofSubscriptions('account.paid', "case when kind in ('plan', 'plan-back') then user_amount else 0 end")),
  'every order that began a plan paid its price': () => `
    select orders.id, orders.amount as expected, coalesce(0 - price.user_amount - ${countedInFirst}, 0) as found
    from top_ups orders
    left join subscriptions begun on begun.id = orders.subscription_id
    left join ledger_entries price on price.reference = 'plan:' || orders.subscription_id || ':' || orders.term
      and price.user_id in (orders.user_id, begun.user_id)
    left join ledger_entries payment on payment.reference = 'topup:' || orders.trade_no and payment.user_id = orders.user_id
    where orders.subscription_id > 0
      and (coalesce(price.user_amount + ${countedInFirst}, 0) <> 0 - orders.amount or coalesce(payment.user_amount, 0) <> orders.amount)`,
  'no plan runs on a payment that was taken back': () => `
    with recursive paid(id, status, taken) as (
      select subscription.id, subscription.status, orders.taken_quota
      from top_ups orders join subscriptions subscription on subscription.id = orders.subscription_id
      where orders.taken_quota > 0 and subscription.term = orders.term
      union all
      select subscription.id, subscription.status, paid.taken
      from paid join subscriptions subscription on subscription.upgraded_from = paid.id
      where subscription.term = 1
    )
    select id, 0 as expected, taken as found from paid where status <> 'ended'`,
  'used = calls paid, for every subscription': () => wrong(ofSubscriptions('account.used', 'subscription_amount')),
  'calls used = calls counted, for every subscription': () =>
    wrong(ofSubscriptions('account.used_calls', 'subscription_calls')),
  'every kind of window adds up to what was used, for every subscription': () => wrong(windowSums),
  'no window is used beyond its limit': () =>
    `select subscription.id, windows.spent + windows.leased as found, ${limitOfWindow} as expected
     from spending_periods windows join subscriptions subscription on subscription.id = windows.owner_id
     where windows.owner = 'subscription' and (windows.spent + windows.leased > ${limitOfWindow} or windows.spent < 0)`,
  'request count = requests charged, for every user': () =>
    wrong(counted('users', 'account.request_count', 'user', 'number')),
  'log rows = requests charged, for every user': () => wrong(logged),
  'every child key fits its parent': () => `
    select child.id, coalesce(parent.depth, -1) + 1 as expected, child.depth as found
    from tokens child left join tokens parent on parent.id = child.parent_id
    where child.parent_id > 0 and (
      parent.id is null or parent.user_id <> child.user_id or child.depth <> parent.depth + 1
      or child.depth > ${CHILD_KEY_DEPTH_MAX} or child.unlimited_quota = 1
      or child.root_id <> case when parent.root_id > 0 then parent.root_id else parent.id end
      or child.frozen <> parent.frozen + child.is_frozen
      or (child.deleted_at is null and parent.deleted_at is not null))
    union all select id, is_frozen as expected, frozen as found from tokens
    where parent_id = 0 and (frozen <> is_frozen or depth <> 0 or root_id <> 0)`,
  'what child keys took and gave back came from their tree': () => `
    select id, expected, found from (
      select case when token.root_id > 0 then token.root_id else token.id end as id, 0 as expected, sum(token_amount) as found
      from ledger_entries join tokens token on token.id = token_id
      where kind in ('slice', 'slice-back') group by 1
    ) trees where found <> 0`,
  'every token of a team has a member and their seat': () => `
    select token.id, coalesce(member.seat_id, 0) as expected, root.seat_id as found
    from tokens token join users account on account.id = token.user_id
    join tokens root on root.id = case when token.root_id > 0 then token.root_id else token.id end
    left join team_members member
      on member.team_id = token.user_id and member.user_id = token.member_id and member.left_at is null
    where token.deleted_at is null and (
      (account.is_team = 1 and (member.id is null or root.seat_id <> member.seat_id or root.member_id <> token.member_id))
      or (account.is_team = 0 and (token.member_id <> 0 or token.seat_id <> 0)))`,
  'every token of a project has a team and its tree in that project': () => `
    select token.id, coalesce(project.id, 0) as expected, token.project_id as found
    from tokens token join tokens root on root.id = case when token.root_id > 0 then token.root_id else token.id end
    left join team_projects project on project.id = root.project_id and project.team_id = token.user_id
    where token.project_id <> coalesce(project.id, 0)`,
  'what went into teams and out of them adds up to nothing': () => `
    select id, expected, found from (
      select min(id) as id, 0 as expected, sum(user_amount) as found
      from ledger_entries where kind in ('team-in', 'team-out') group by chain, link
    ) pairs where found <> 0`,
  'no lease is left by a node that is gone': now =>
    `select account_id as id, ${now} - coalesce(nodes.seen_at, recalled_at) / 1000 as found, ${DAY_SECONDS} as expected
     from leases left join nodes on nodes.id = leases.node
     where taken > spent and coalesce(nodes.seen_at, recalled_at) / 1000 < ${now - DAY_SECONDS}`,
}

/** The ledger's sums, and the violations. */
export interface Audit {
  findings: Finding[]
  figures: Figures
}

/** Checks every rule on one snapshot of the database. */
export function auditLedger(db: Db, now: number): Promise<Audit> {
  return atOneMoment(db, async snapshot => {
    const findings: Finding[] = []
    for (const rule of AUDIT_RULES) {
      if (rule === CHAINS || rule === LOST_CALLS) {
        const breaches = await (rule === CHAINS ? findBrokenLinks : findChargedLostCalls)(snapshot)
        for (const breach of breaches) findings.push({ rule, expected: 0, found: 1, ...breach })
      } else for (const breach of await find(snapshot, breaches[rule](now))) findings.push({ rule, ...breach })
    }
    return { findings, figures: await readFigures(snapshot) }
  })
}

/** Returns the violations; empty when the books balance. */
export const audit = async (storage: Storage, now: number): Promise<Finding[]> =>
  (await auditLedger(storage.db, now)).findings

async function find(db: Db, query: string): Promise<Omit<Finding, 'rule'>[]> {
  const { rows } = await sql<Omit<Finding, 'rule'>>`${sql.raw(query)} order by 1`.execute(db)
  return rows
}
