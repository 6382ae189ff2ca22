import type { ImportReport, ImportRun, MirrorReport, ShadowResult } from '@tollgate/contract'
import type { StatusKind } from '../../components/status-dot.tsx'

/** `bad`: what is known speaks against the switch; `unknown`: it happens elsewhere. */
export type StepState = 'done' | 'open' | 'bad' | 'unknown'

export const STEP_KINDS: Record<StepState, StatusKind> = {
  done: 'good',
  open: 'resting',
  bad: 'broken',
  unknown: 'off',
}

/** What Tollgate knows of a switch. */
export interface Known {
  run: Pick<ImportRun, 'proved_at' | 'synced_at'> & { result: ShadowResult | null }
  report: Pick<ImportReport, 'holds'> | null
  mirror: Pick<MirrorReport, 'all'> | null
}

export type StepName = 'imported' | 'shadow' | 'mirror' | 'stop' | 'sync' | 'proof' | 'over' | 'back'

/** The steps in their order, each with its state. */
export function statesOf({ run, report, mirror }: Known): Record<StepName, StepState> {
  const isProved = run.proved_at > 0
  const proof = !isProved ? 'open' : report?.holds ? 'done' : 'bad'
  const { result } = run
  const calls = result ? result.total.calls + result.not_replayed.length : 0
  const isSame = result?.differing === 0 && result.not_replayed.length === 0
  return {
    imported: proof,
    shadow: calls === 0 ? 'open' : isSame ? 'done' : 'bad',
    mirror: !mirror?.all ? 'open' : mirror.all.refused === 0 ? 'done' : 'bad',
    stop: 'unknown',
    sync: run.synced_at > 0 ? 'done' : 'open',
    // the proof of a sync is made with it; an older one says nothing of what has changed
    proof: run.synced_at > 0 && run.proved_at >= run.synced_at ? proof : 'open',
    over: 'unknown',
    back: 'unknown',
  }
}
