import type { ImportRun } from '@tollgate/contract'
import type { StatusKind } from '../../components/status-dot.tsx'

export const STATE_KINDS: Record<ImportRun['state'], StatusKind> = {
  running: 'resting',
  done: 'good',
  stopped: 'off',
  failed: 'broken',
}

/** The phrase for what an import is doing, or has done last. */
export const stateWord = ({ task, state }: Pick<ImportRun, 'task' | 'state'>) =>
  `movingIn.states.${task}.${state}` as const
