import type { JobName, JobState } from '@tollgate/contract'
import type { JobRowNow } from './store.ts'

/** When a job may run next: at its interval, or after an interruption as soon as its lease has ended. */
export const dueAt = ({ result, lease_until, started_at }: JobRowNow, everySeconds: number): number =>
  result === 'running' ? lease_until : started_at + everySeconds

/** A job as operators see it. */
export function jobState(name: JobName, row: JobRowNow, everySeconds: number): JobState {
  const { started_at, finished_at, handled, error, runs } = row
  const state = stateOf(row)
  const due_at = state === 'running' ? started_at + everySeconds : dueAt(row, everySeconds)
  return { name, interval_seconds: everySeconds, state, started_at, finished_at, due_at, handled, error, runs }
}

function stateOf({ result, lease_until, now }: JobRowNow): JobState['state'] {
  if (result === 'none') return 'never_run'
  if (result !== 'running') return result
  return lease_until > now ? 'running' : 'interrupted'
}
