import type { TaskKind } from './task.ts'

/** The end of a task in its table's unit: drawings count milliseconds. */
export const finishColumns = (kind: TaskKind, now: number) => ({
  updated_at: now,
  finish_time: kind === 'midjourneys' ? now * 1000 : now,
})
