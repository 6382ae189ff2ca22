import { BatchMismatch, type BatchRows } from '../../platform/storage/batch.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { isDiskFull, isTransient } from '../../platform/storage/transient-errors.ts'
import { AccountBusy, isLocked } from './account-busy.ts'
import type { Hold } from './book.ts'
import type { SettledCall } from './call-entries.ts'
import type { Settlement } from './commands.ts'
import { openGroupWriter, type Told } from './group-writer.ts'
import { NodeGivenUp } from './lease-store.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { newChain } from './links.ts'
import { lockedRows } from './locked-rows.ts'
import type { Membership } from './membership.ts'
import { tookEffect } from './node.ts'
import type { Payment } from './payment.ts'
import { FENCE, type GroupBatch, groupBatch } from './write-group.ts'

/** A decided payment to be committed. */
export interface DecidedSettlement {
  settlement: Settlement
  hold: Hold
  payment: Payment
  /** The node that decided it, from its own leases. */
  node: string
}

/** A settlement with its row, or a row that moves no money. */
interface Item {
  call: SettledCall | null
  /** The node that decided the settlement. */
  node: string
  log: NewLogRow
}

/** Commits settlements and log rows in groups. */
export interface SettlementWriter {
  /**
   * Reports the user's balance when the settlement is committed, or NodeGivenUp if the node was given up before that and the
   * settlement may have been committed anyway.
   */
  settle(decided: DecidedSettlement, patienceMs: number, told: Told<number>): void
  record(log: NewLogRow, patienceMs: number): Promise<void>
  /** Whether the last group failed because of the database, so that something waits. */
  readonly isInTrouble: boolean
  /** Whether it failed because the database has no room left. */
  readonly isDatabaseFull: boolean
  /** Returns the number of items that wait for their commit, and the cost of past commits. */
  standing(): { waiting: number; commits: number; commitSeconds: number }
  close(): Promise<void>
}

const PAUSE_MS = 250

export function openSettlementWriter(
  deps: Pick<LedgerDeps, 'settings' | 'log' | 'now' | 'written'> & {
    storage: Pick<Storage, 'kind' | 'ledger' | 'batch'>
  },
  membership: Pick<Membership, 'node' | 'heard' | 'rejoin'>,
  noteBusy: (userId: number, error: AccountBusy) => void,
): SettlementWriter {
  const { storage, settings, log, now, written } = deps
  let chain = newChain(membership.node())
  let mark = 0
  let isInTrouble = false
  let isFull = false
  /** Whether it was logged that the ledger waits and nothing was committed since. */
  let isWaiting = false
  let commits = 0
  let commitSeconds = 0

  async function commit(items: readonly Item[]): Promise<number[]> {
    const node = membership.node()
    if (chain.chain !== node) chain = newChain(node)
    const settled: SettledCall[] = []
    for (const { call, node: decidedBy } of items) {
      if (!call) continue
      if (decidedBy !== node) throw new NodeGivenUp(decidedBy)
      settled.push(call)
    }
    // The query about the last commit uses up the next mark.
    mark += 2
    const logs = items.map(item => item.log)
    const context = { kind: storage.kind, node, now: now(), mark, chain, ...settings() }
    const beganAt = performance.now()
    const batch = groupBatch({ settled, logs }, context)
    const { link } = batch
    const balances = await takeEffect(batch, node, settled)
    if (link) chain = link
    if (isWaiting) log.info('the ledger continues')
    isWaiting = false
    commits += 1
    commitSeconds += (performance.now() - beganAt) / 1000
    membership.heard(node, beganAt)
    written?.()
    return items.map(({ call }) => (call && balances.get(call.userId)) ?? 0)
  }

  async function takeEffect(
    { statements, balancesAt }: GroupBatch,
    node: string,
    settled: readonly SettledCall[],
  ): Promise<Map<number, number>> {
    const beganAt = performance.now()
    try {
      const rows = await storage.batch(statements)
      isInTrouble = false
      isFull = false
      return balancesIn(balancesAt.flatMap(index => rows[index] ?? []))
    } catch (error) {
      isInTrouble = isTransient(error) && !isLocked(error)
      isFull = isDiskFull(error)
      if (error instanceof BatchMismatch && error.message.includes(FENCE)) {
        await membership.rejoin(node, beganAt)
        throw new NodeGivenUp(node)
      }
      // Its confirmation may have been lost, but not the commit.
      if (!isInTrouble) throw error
      if (!(await untilBack(node, () => tookEffect(storage, node, mark)))) throw error
      return untilBack(node, () => readBalances(settled.map(call => call.userId)))
    }
  }

  async function readBalances(userIds: readonly number[]): Promise<Map<number, number>> {
    if (userIds.length === 0) return new Map()
    const rows = await storage.ledger.selectFrom('users').select(['id', 'quota']).where('id', 'in', userIds).execute()
    return new Map(rows.map(({ id, quota }) => [id, quota]))
  }

  /** Asks again until the database is back. */
  async function untilBack<Answer>(node: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const beganAt = performance.now()
      try {
        return await ask()
      } catch (error) {
        if (error instanceof NodeGivenUp) await membership.rejoin(node, beganAt)
        if (!isTransient(error)) throw error
        await Bun.sleep(PAUSE_MS)
      }
    }
  }

  async function blockedAmong(items: readonly Item[]): Promise<ReadonlySet<Item>> {
    const calls = items.flatMap(({ call }) => call ?? [])
    const failedOf = items.flatMap(({ call, log }) => (call ? [] : [log.user_id]))
    const blocked = await lockedRows(storage.ledger, { calls, failedOf, node: membership.node(), now: now() })
    for (const userId of blocked.users) noteBusy(userId, new AccountBusy('a lock'))
    const isBlocked = ({ call, log }: Item) =>
      call
        ? blocked.users.has(call.userId) ||
          blocked.tokens.has(call.tokenId) ||
          blocked.channels.has(call.channelId) ||
          blocked.subscriptions.has(call.subscriptionId) ||
          call.periodsPaid.some(([id]) => blocked.periods.has(id))
        : blocked.figures.has(log.user_id)
    return new Set(items.filter(isBlocked))
  }

  const writer = openGroupWriter<Item, number>({ commit, blockedAmong }, error => {
    if (!isWaiting) log.error({ err: error }, 'the ledger waits for the database')
    isWaiting = true
  })

  return {
    settle({ settlement, hold, payment, node }, patienceMs, told) {
      const call = settledCall(settlement, hold, payment)
      writer.add({ call, node, log: call.log }, patienceMs, told)
    },
    async record(log, patienceMs) {
      for (;;)
        try {
          await writer.submit({ call: null, node: '', log }, patienceMs)
          return
        } catch (error) {
          // It will be written under the node's next id.
          if (!(error instanceof NodeGivenUp)) throw error
        }
    },
    standing: () => ({ waiting: writer.waiting, commits, commitSeconds }),
    get isDatabaseFull() {
      return isFull && writer.isBusy
    },
    get isInTrouble() {
      return isInTrouble && writer.isBusy
    },
    close: writer.close,
  }
}

const balancesIn = (rows: BatchRows): Map<number, number> =>
  new Map(rows.map(({ id, quota }) => [Number(id), Number(quota)]))

function settledCall(settlement: Settlement, hold: Hold, payment: Payment): SettledCall {
  const { paid, subscriptionPaid, calls, uncollected, tokenPaid, tokenOwed, periodsPaid } = payment
  const { requestId, channelId, log } = settlement
  const ofWallet = paid + uncollected
  const mayNamePlan = hold.subscriptionId !== 0 || settlement.isLate
  const noted = mayNamePlan && ofWallet > 0 ? withWallet(log, ofWallet) : log
  const row = uncollected === 0 ? noted : withUncollected(noted, paid + subscriptionPaid, uncollected)
  const { userId, tokenId, subscriptionId } = hold
  // biome-ignore format: one object, since every call has one
  return {
    paid, subscriptionPaid, calls, uncollected, tokenPaid, tokenOwed, periodsPaid,
    requestId, userId, tokenId, channelId, subscriptionId, log: row,
  }
}

/** Adds to the log row what the wallet paid because the plan's windows did not cover it. */
function withWallet(log: NewLogRow, wallet: number): NewLogRow {
  const other = log.other ? JSON.parse(log.other) : {}
  if (!other.plan) return log
  // Windows that count calls pay all or nothing.
  const { calls: _, ...plan } = other.plan
  return { ...log, other: JSON.stringify({ ...other, plan: { ...plan, wallet } }) }
}

function withUncollected(log: NewLogRow, paid: number, uncollected: number): NewLogRow {
  const other = log.other ? JSON.parse(log.other) : {}
  return { ...log, quota: paid, other: JSON.stringify({ ...other, uncollected }) }
}
