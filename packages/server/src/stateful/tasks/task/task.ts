import type { GroupTerms } from '@tollgate/contract'
import type { Footage, Price } from '@tollgate/gateway'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { DrawingRow, Tables, TaskRow } from '../../../platform/storage/schema.ts'

/** The table of a task's row. Ledger entries name it: `task-refund:midjourneys:12`. */
export type TaskKind = 'tasks' | 'midjourneys'

export interface RowOf {
  tasks: TaskRow
  midjourneys: DrawingRow
}
export type TaskChange<Kind extends TaskKind> = Updateable<Tables[Kind]>

/** The columns that the task machine uses; both tables have them. */
export type MachineRow = Pick<TaskRow & DrawingRow, keyof TaskRow & keyof DrawingRow>

/** A task's state at its upstream. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed'

/** An upstream's parsed report about a task. */
export interface TaskProgress<Kind extends TaskKind = 'tasks'> {
  state: TaskState
  /** The upstream's own name for the state, if the row keeps it; absent: ours. */
  status?: string
  /** 0 to 100; absent: unknown. It never goes back. */
  progress?: number
  /** Why it failed, in the upstream's words; its owner sees it without keys and hosts. */
  reason?: string
  /** Where the upstream has the result. */
  resultUrl?: string
  /** The vendor's bill, if it changes the price: tokens of a task priced by tokens, or other factors. */
  usage?: { tokens?: number; factors?: Readonly<Record<string, number>> }
  /** The vendor's own times, in unix milliseconds; absent: ours. */
  startedAt?: number
  finishedAt?: number
  /** Other columns of the row. */
  change?: TaskChange<Kind>
}

/** A task's price and the facts for its log rows: the row's `terms`, as JSON. */
export interface TaskTerms extends GroupTerms {
  username: string
  tokenName: string
  group: string
  quotaPerUnit: number
  /** The call that created it: its charge has the entry `request:{callId}`, its log row has `requestId`. */
  callId: string
  requestId: string
  /** The path of that call. */
  path: string
  /** The client's and the upstream's name. */
  model: string
  upstreamModel: string
  price: Price
  /** The factors of the price: `{seconds: 8, size: 1.666667}`. */
  factors: Record<string, number>
  /** Tokens charged in advance, if it is priced by them. */
  tokens?: number
  /** The footage it is charged for, if priced by the second of video. */
  footage?: Footage
  /** The periods it counts in, if its user or token has a limit. */
  periodIds?: number[]
}

const written = z.custom<TaskTerms>(value => typeof value === 'object' && value !== null)

/** Reads what `JSON.stringify` of terms wrote. */
export const readTerms = ({ terms }: Pick<MachineRow, 'terms'>): TaskTerms => written.parse(JSON.parse(terms))
