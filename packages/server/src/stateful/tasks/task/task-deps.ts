import type { Kysely } from 'kysely'
import type { Ledger } from '../../../money/ledger/index.ts'
import type { Options } from '../../../platform/options/index.ts'
import type { Tables } from '../../../platform/storage/schema.ts'
import type { TaskKind } from './task.ts'

/** What the task machine works with. */
export interface TaskDeps {
  db: Kysely<Tables>
  ledger: Pick<Ledger, 'recall' | 'refresh'>
  options: Options
  /** Whether any task may be open: their job is due often only then. */
  mayBeOpen: boolean
  /** Called when a task has ended that its upstream had taken; absent: nobody waits for that. */
  ended?(kind: TaskKind, id: number): void
  /** Unix seconds. */
  now(): number
}
