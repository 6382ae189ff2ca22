import { LOG_TYPE } from '@tollgate/contract'
import type { DatabaseKind } from '../storage/db.ts'
import { type Connection, insertRows, jsonRows, run, type Value } from '../storage/statements.ts'
import { figureRows, LOG_COLUMNS, logValues } from './log-values.ts'
import { requestReference } from './read-state.ts'
import type { LedgerState } from './state.ts'

export type WriteContext = {
  kind: DatabaseKind
  /** The node that new holds belong to. */
  node: string
  /** Unix seconds. */
  now: number
} & LedgerSettings

/** The operator's options at the time a group is written. */
export interface LedgerSettings {
  /** Whether charged requests get a log row. */
  keepsLogs: boolean
  /** Whether they count towards the dashboard's figures. */
  keepsFigures: boolean
}

/** Writes what a group of commands changed, with one statement for each table. */
export async function writeState(on: Connection, state: LedgerState, context: WriteContext): Promise<void> {
  await writeUsers(on, state, context)
  await writeTokens(on, state, context)
  await writeHolds(on, state, context)
  await writeEntries(on, state, context)
  await writeLogs(on, state, context)
  await writeFigures(on, state, context)
  await writeChannels(on, state, context)
}

async function writeUsers(on: Connection, { users }: LedgerState, { kind }: WriteContext): Promise<void> {
  const changes = [...users.values()]
    .filter(user => user.balance !== user.balanceBefore || user.requests > 0)
    .map(user => [user.id, user.balance - user.balanceBefore, user.used, user.requests])
  if (changes.length === 0) return
  const columns = { id: 'bigint', quota: 'bigint', used: 'bigint', requests: 'bigint' } as const
  const { numAffectedRows } = await run(
    on,
    `update users set quota = users.quota + change.quota, used_quota = used_quota + change.used,
       request_count = request_count + change.requests
     from ${jsonRows(kind, 1, columns)} change
     where users.id = change.id and (change.quota >= 0 or users.quota + change.quota >= 0)`,
    [JSON.stringify(changes)],
  )
  expectAll('users', changes.length, numAffectedRows)
}

async function writeTokens(on: Connection, { tokens }: LedgerState, { kind, now }: WriteContext): Promise<void> {
  const changes = [...tokens.values()]
    .filter(token => token.remain !== token.remainBefore || token.requests > 0)
    .map(token => [token.id, token.remain - token.remainBefore, token.used])
  if (changes.length === 0) return
  const columns = { id: 'bigint', remain: 'bigint', used: 'bigint' } as const
  const { numAffectedRows } = await run(
    on,
    `update tokens set remain_quota = remain_quota + change.remain, used_quota = used_quota + change.used,
       accessed_time = $1
     from ${jsonRows(kind, 2, columns)} change
     where tokens.id = change.id and (change.remain >= 0 or tokens.remain_quota + change.remain >= 0)`,
    [now, JSON.stringify(changes)],
  )
  expectAll('tokens', changes.length, numAffectedRows)
}

const HOLD_COLUMNS = [
  'request_id',
  'user_id',
  'token_id',
  'user_amount',
  'token_amount',
  'created_at',
  'node',
  'context',
]

async function writeHolds(
  on: Connection,
  { holds, holdsBefore }: LedgerState,
  { kind, node, now }: WriteContext,
): Promise<void> {
  const made: Value[][] = []
  const changed: Value[][] = []
  for (const { requestId, userId, tokenId, userAmount, tokenAmount, context = '{}' } of holds.values()) {
    const before = holdsBefore.get(requestId)
    if (!before) made.push([requestId, userId, tokenId, userAmount, tokenAmount, now, node, context])
    else if (before.userAmount !== userAmount) changed.push([requestId, userAmount, tokenAmount])
  }
  const closed = [...holdsBefore.keys()].filter(id => !holds.has(id)).map(id => [id])

  await insertRows(on, { table: 'holds', columns: HOLD_COLUMNS }, made)
  if (changed.length > 0) {
    const columns = { id: 'text', of_user: 'bigint', of_token: 'bigint' } as const
    const { numAffectedRows } = await run(
      on,
      `update holds set user_amount = change.of_user, token_amount = change.of_token
       from ${jsonRows(kind, 1, columns)} change where request_id = change.id`,
      [JSON.stringify(changed)],
    )
    expectAll('holds', changed.length, numAffectedRows)
  }
  if (closed.length > 0) {
    const { numAffectedRows } = await run(
      on,
      `delete from holds where request_id in ${jsonRows(kind, 1, { id: 'text' })}`,
      [JSON.stringify(closed)],
    )
    expectAll('holds', closed.length, numAffectedRows)
  }
}

const ENTRY_COLUMNS = [
  'reference',
  'kind',
  'user_id',
  'token_id',
  'user_amount',
  'token_amount',
  'channel_id',
  'uncollected',
  'is_logged',
  'created_at',
]

function writeEntries(on: Connection, { entries }: LedgerState, { keepsLogs }: WriteContext): Promise<void> {
  const rows = entries.map(entry => [
    requestReference(entry.requestId),
    'request',
    entry.userId,
    entry.tokenId,
    entry.userAmount,
    entry.tokenAmount,
    entry.channelId,
    entry.uncollected,
    Number(keepsLogs),
    entry.log.created_at,
  ])
  return insertRows(on, { table: 'ledger_entries', columns: ENTRY_COLUMNS }, rows)
}

function writeLogs(on: Connection, { logs }: LedgerState, { keepsLogs }: WriteContext): Promise<void> {
  const kept = keepsLogs ? logs : logs.filter(log => log.type !== LOG_TYPE.consume)
  return insertRows(on, { table: 'logs', columns: LOG_COLUMNS }, kept.map(logValues))
}

async function writeFigures(on: Connection, { entries }: LedgerState, { keepsFigures }: WriteContext): Promise<void> {
  if (!keepsFigures) return
  const onConflict = `on conflict (user_id, model_name, created_at) do update set
    username = excluded.username, token_used = quota_data.token_used + excluded.token_used,
    count = quota_data.count + excluded.count, quota = quota_data.quota + excluded.quota`
  const columns = ['user_id', 'username', 'model_name', 'created_at', 'token_used', 'count', 'quota']
  const calls = entries.map(({ log, userAmount }) => ({ ...log, quota: -userAmount }))
  await insertRows(on, { table: 'quota_data', columns, onConflict }, figureRows(calls))
}

async function writeChannels(on: Connection, { entries }: LedgerState, { kind }: WriteContext): Promise<void> {
  const used = new Map<number, number>()
  for (const { channelId, userAmount } of entries) {
    if (channelId !== 0 && userAmount !== 0) used.set(channelId, (used.get(channelId) ?? 0) - userAmount)
  }
  if (used.size === 0) return
  const changes = JSON.stringify([...used])
  const columns = { id: 'bigint', used: 'bigint' } as const
  if (kind === 'postgres') {
    const ids = jsonRows(kind, 1, { id: 'bigint' })
    await run(on, `select id from channels where id in ${ids} order by id for update`, [changes])
  }
  await run(
    on,
    `update channels set used_quota = used_quota + change.used
     from ${jsonRows(kind, 1, columns)} change where channels.id = change.id`,
    [changes],
  )
}

function expectAll(table: string, expected: number, affected: bigint | undefined): void {
  if (Number(affected ?? 0) !== expected)
    throw new Error(`${table}: only ${affected} of ${expected} changes took effect`)
}
