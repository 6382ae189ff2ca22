import type { ImportRun } from '@tollgate/contract'
import type { StatusKind } from '../../components/status-dot.tsx'

export const STATE_KINDS: Record<ImportRun['state'], StatusKind> = {
  running: 'resting',
  done: 'good',
  stopped: 'off',
  failed: 'broken',
}

/** The phrase for an import's current or last task. */
export const stateWord = ({ task, state }: Pick<ImportRun, 'task' | 'state'>) =>
  `movingIn.states.${task}.${state}` as const
