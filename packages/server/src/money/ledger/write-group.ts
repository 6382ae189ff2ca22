import { LOG_TYPE } from '@tollgate/contract'
import type { BatchStatement } from '../../platform/storage/batch.ts'
import { databaseTimeMs } from '../../platform/storage/database-time.ts'
import type { DatabaseKind } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement } from '../../platform/storage/statements.ts'
import { INTO_FIGURES, newFigures } from '../../records/dashboard/usage-figures.ts'
import { logValues, WRITTEN_COLUMNS } from '../../records/logs/log-values.ts'
import {
  sumUp,
  updateChannels,
  updateLeases,
  updatePeriods,
  updateSubscriptions,
  updateTokens,
  updateUsers,
} from './call-balances.ts'
import { addEntries, insertEntries, insertLink, type SettledCall } from './call-entries.ts'
import { type ChainEnd, type EntryValues, type Link, nextLinkOf } from './links.ts'

/** The content of one commit. */
export interface Group {
  settled: readonly SettledCall[]
  /** All log rows in order, including those of charged calls. */
  logs: readonly NewLogRow[]
}

/** The operator's options when a group is written. */
export interface LedgerSettings {
  /** Whether charged requests get a log row. */
  keepsLogs: boolean
  /** Whether they count towards the dashboard's figures. */
  keepsFigures: boolean
}

export type GroupContext = {
  kind: DatabaseKind
  node: string
  /** Unix seconds. */
  now: number
  /** Number of this commit at this node. */
  mark: number
  chain: ChainEnd
} & LedgerSettings

/** A mismatch with this name means that the node was given up. */
export const FENCE = 'the node'
/** A group as one batch. */
export interface GroupBatch {
  statements: BatchStatement[]
  /** The positions of the statements that return users' new balances. */
  balancesAt: number[]
  /** Null: no call is charged. */
  link: Link | null
}

/** Writes a group as one batch. The node's row comes first, so that everything fails for a node that was given up. */
export function groupBatch({ settled, logs }: Group, context: GroupContext): GroupBatch {
  const { kind, keepsLogs, keepsFigures } = context
  const entries: EntryValues[] = []
  for (const call of settled) addEntries(entries, call, keepsLogs)
  const link = entries.length === 0 ? null : nextLinkOf(context.chain, entries)
  const sums = sumUp(settled)
  const kept = keepsLogs ? logs : logs.filter(log => log.type !== LOG_TYPE.consume)
  const users = updateUsers(sums, kind)
  const statements = [
    updateNode(context),
    ...users,
    ...updateTokens(sums, context),
    ...updateSubscriptions(sums, kind),
    ...updatePeriods(sums, kind),
    ...updateLeases(sums, context),
    insertEntries(entries, link, kind),
    insertLink(link, context),
    insertStatement(kind, { table: 'logs', columns: WRITTEN_COLUMNS }, kept.map(logValues)),
    keepsFigures ? upsertFigures({ settled, logs }, kind) : null,
    ...updateChannels(sums, kind),
  ]
  return {
    statements: statements.filter(statement => statement !== null),
    balancesAt: users.map((_, index) => index + 1),
    link,
  }
}

/** The mark only rises, so that a commit that arrives after its caller asked about its outcome changes nothing. */
const updateNode = ({ kind, node, mark }: GroupContext): BatchStatement => ({
  text: `update nodes set seen_at = ${databaseTimeMs(kind)}, mark = $1 where id = $2 and mark < $1`,
  parameters: [mark, node],
  expect: 1,
  what: FENCE,
})

/** Counts charged calls by what they paid. */
function upsertFigures({ settled, logs }: Group, kind: DatabaseKind): BatchStatement | null {
  const figures = newFigures()
  for (const { log, paid, subscriptionPaid } of settled) figures.add(log, paid + subscriptionPaid)
  for (const log of logs) if (log.type === LOG_TYPE.error) figures.add(log)
  return insertStatement(kind, INTO_FIGURES, figures.rows())
}
