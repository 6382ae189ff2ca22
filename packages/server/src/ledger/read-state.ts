import type { DatabaseKind } from '../storage/db.ts'
import { type Connection, jsonRows, run } from '../storage/statements.ts'
import type { LedgerCommand } from './commands.ts'
import type { Hold, LedgerState, Settled, TokenAccount, UserAccount } from './state.ts'

/** The reference of a request's entry. */
export const requestReference = (requestId: string): string => `request:${requestId}`

/**
 * Reads all that the commands touch, and on PostgreSQL locks it against other nodes. All locks are taken in this order,
 * by id within a table: holds, users, tokens, channels. So there are no deadlocks.
 */
export async function readState(
  on: Connection,
  kind: DatabaseKind,
  commands: readonly LedgerCommand[],
): Promise<LedgerState> {
  const { reserving, closing, settling, userIds, tokenIds } = idsIn(commands)
  const holds = await readHolds(on, kind, closing)
  for (const { userId, tokenId } of holds.values()) {
    userIds.add(userId)
    tokenIds.add(tokenId)
  }
  // A request that reserves, or has no hold any more, may have been settled before.
  const settled = await readSettled(on, kind, [...reserving, ...settling.filter(id => !holds.has(id))])
  const users = await readUsers(on, kind, userIds)
  const tokens = await readTokens(on, kind, tokenIds)
  const holdsBefore = new Map<string, Hold>()
  for (const [id, hold] of holds) holdsBefore.set(id, { ...hold })
  return { users, tokens, holds, holdsBefore, settled, entries: [], logs: [] }
}

/** Collects all ids the commands name in one pass: this runs for every request. */
function idsIn(commands: readonly LedgerCommand[]) {
  const ids = {
    reserving: [] as string[],
    closing: [] as string[],
    settling: [] as string[],
    userIds: new Set<number>(),
    tokenIds: new Set<number>(),
  }
  for (const command of commands) {
    if (command.kind === 'record') continue
    if (command.kind === 'reserve') {
      ids.reserving.push(command.requestId)
      ids.userIds.add(command.userId)
      ids.tokenIds.add(command.tokenId)
    } else ids.closing.push(command.requestId)
    if (command.kind === 'settle') {
      ids.settling.push(command.requestId)
      ids.userIds.add(command.log.user_id)
      if (command.isLate && command.log.token_id) ids.tokenIds.add(command.log.token_id)
    }
  }
  return ids
}

const idList = (ids: Iterable<number | string>) => JSON.stringify(Array.from(ids, id => [id]))
const lock = (kind: DatabaseKind, by: string) => (kind === 'postgres' ? `order by ${by} for update` : '')

async function readHolds(
  on: Connection,
  kind: DatabaseKind,
  requestIds: readonly string[],
): Promise<Map<string, Hold>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await run<Hold>(
    on,
    `select request_id as "requestId", user_id as "userId", token_id as "tokenId", user_amount as "userAmount",
       token_amount as "tokenAmount"
     from holds where request_id in ${jsonRows(kind, 1, { id: 'text' })} ${lock(kind, 'request_id')}`,
    [idList(requestIds)],
  )
  return new Map(rows.map(hold => [hold.requestId, hold]))
}

async function readSettled(
  on: Connection,
  kind: DatabaseKind,
  requestIds: readonly string[],
): Promise<LedgerState['settled']> {
  if (requestIds.length === 0) return new Map()
  const ids = new Map(requestIds.map(id => [requestReference(id), id]))
  const { rows } = await run<Omit<Settled, 'asked'> & { reference: string; uncollected: number }>(
    on,
    `select reference, user_id as "userId", channel_id as "channelId", -user_amount as paid, uncollected
     from ledger_entries where reference in ${jsonRows(kind, 1, { reference: 'text' })}`,
    [idList([...ids.keys()])],
  )
  return new Map(
    rows.map(({ reference, userId, channelId, paid, uncollected }) => [
      ids.get(reference) ?? '',
      { userId, channelId, asked: paid + uncollected, paid },
    ]),
  )
}

async function readUsers(
  on: Connection,
  kind: DatabaseKind,
  ids: ReadonlySet<number>,
): Promise<Map<number, UserAccount>> {
  if (ids.size === 0) return new Map()
  const { rows } = await run<{ id: number; quota: number }>(
    on,
    `select id, quota from users where id in ${jsonRows(kind, 1, { id: 'bigint' })} ${lock(kind, 'id')}`,
    [idList(ids)],
  )
  return new Map(rows.map(({ id, quota }) => [id, { id, balanceBefore: quota, balance: quota, used: 0, requests: 0 }]))
}

async function readTokens(
  on: Connection,
  kind: DatabaseKind,
  ids: ReadonlySet<number>,
): Promise<Map<number, TokenAccount>> {
  if (ids.size === 0) return new Map()
  const { rows } = await run<{ id: number; remain: number; unlimited: number }>(
    on,
    `select id, remain_quota as remain, unlimited_quota as unlimited
     from tokens where id in ${jsonRows(kind, 1, { id: 'bigint' })} ${lock(kind, 'id')}`,
    [idList(ids)],
  )
  return new Map(
    rows.map(({ id, remain, unlimited }) => [
      id,
      { id, remainBefore: remain, remain, isUnlimited: unlimited === 1, used: 0, requests: 0 },
    ]),
  )
}
