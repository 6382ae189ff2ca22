import type { TaskKind } from './task.ts'

/** When a task ended, in the units of its table: drawings count milliseconds. */
export const finishColumns = (kind: TaskKind, now: number) => ({
  updated_at: now,
  finish_time: kind === 'midjourneys' ? now * 1000 : now,
})
