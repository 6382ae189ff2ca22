import type { Price } from '@tollgate/gateway'
import type { Updateable } from 'kysely'
import type { DrawingRow, Tables, TaskRow } from '../../../platform/storage/schema.ts'

/** Which table a task is a row of. Ledger entries name it: `task-refund:midjourneys:12`. */
export type TaskKind = 'tasks' | 'midjourneys'

export interface RowOf {
  tasks: TaskRow
  midjourneys: DrawingRow
}
export type TaskChange<Kind extends TaskKind> = Updateable<Tables[Kind]>

/** What the machine goes by: both tables have it. */
export type MachineRow = Pick<TaskRow & DrawingRow, keyof TaskRow & keyof DrawingRow>

/** How far an upstream says that a task is. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed'

/** What an upstream said of a task, read. */
export interface TaskProgress<Kind extends TaskKind = 'tasks'> {
  state: TaskState
  /** Its own word for the state, where the row keeps that; absent: the machine's. */
  status?: string
  /** 0 to 100; absent: unknown. It never goes back. */
  progress?: number
  /** Why it failed, in the upstream's words: shown to its owner, keys and hosts hidden. */
  reason?: string
  /** Where the upstream has the result. */
  resultUrl?: string
  /** What the vendor bills, where that changes the price: tokens of a task that is priced by tokens, or other factors. */
  usage?: { tokens?: number; factors?: Readonly<Record<string, number>> }
  /** The vendor's own times, in unix milliseconds; absent: ours. */
  startedAt?: number
  finishedAt?: number
  /** Other columns of the row. */
  change?: TaskChange<Kind>
}

/** What a task is priced by and what its log rows say: the row's `terms`, as JSON. */
export interface TaskTerms {
  username: string
  tokenName: string
  group: string
  groupRatio: number
  quotaPerUnit: number
  /** The call that made it: the charge's entry is `request:{callId}`, its log row has `requestId`. */
  callId: string
  requestId: string
  /** The path of that call. */
  path: string
  /** As the client and as the upstream knows it. */
  model: string
  upstreamModel: string
  price: Price
  /** What the price was multiplied by: `{seconds: 8, size: 1.666667}`. */
  factors: Record<string, number>
  /** Tokens it was charged for beforehand, where it is priced by them. */
  tokens?: number
  /** The periods it counts in, where its user or token has a limit. */
  periodIds?: number[]
}
