import type { Kysely } from 'kysely'
import type { Ledger } from '../../../money/ledger/index.ts'
import type { Options } from '../../../platform/options/index.ts'
import type { Tables } from '../../../platform/storage/schema.ts'
import type { TaskKind } from './task.ts'

/** The task machine's dependencies. */
export interface TaskDeps {
  db: Kysely<Tables>
  ledger: Pick<Ledger, 'recall' | 'refresh'>
  options: Options
  /** Whether any task may be running; only then does their job run often. */
  mayBeOpen: boolean
  /** Called when an accepted task has ended; absent: nothing waits for that. */
  ended?(kind: TaskKind, id: number): void
  /** Unix seconds. */
  now(): number
}
