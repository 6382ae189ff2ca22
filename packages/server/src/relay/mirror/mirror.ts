import type { NodeCounts } from '../../platform/cluster/counts-of-nodes.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'
import { makeInFlightRegistry } from '../call/in-flight.ts'
import { makeMemoryBudget } from '../call/memory-budget.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { makeCallLimits } from '../request/call-limits.ts'
import { keepSums, type MirrorSums } from './sums.ts'

/** The limits of copies, apart from those of calls, and what planning them came to. */
export interface Mirror extends Pick<RelayDeps, 'inFlight' | 'callLimits' | 'memory'> {
  sums: MirrorSums
}

/** Copies that are planned at a time; more are counted and dropped. */
const MOST_AT_ONCE = 32
/** Copies may use this part of the memory for calls. */
const MEMORY_SHARE = 8

interface Parts {
  db: Db
  options: Options
  counts: NodeCounts
  workers: number
  log: RelayDeps['log']
}

export function makeMirror({ db, options, counts, workers, log }: Parts): Mirror {
  return {
    inFlight: makeInFlightRegistry(() => MOST_AT_ONCE),
    memory: makeMemoryBudget(options, workers * MEMORY_SHARE),
    // the same limits, counted apart: a copy must not use up what its user may call here
    callLimits: makeCallLimits({
      take: wanted => counts.take(wanted.map(one => ({ ...one, key: `mirror:${one.key}` }))),
    }),
    sums: keepSums(db, log),
  }
}
