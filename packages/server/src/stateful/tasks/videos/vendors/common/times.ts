import type { TaskProgress } from '../../../task/task.ts'

type Times = Pick<TaskProgress, 'startedAt' | 'finishedAt'>

/** Returns the vendor's times in unix milliseconds, without missing and unreadable ones. */
export function timesOf(told: Readonly<Times>): Times {
  return Object.fromEntries(Object.entries(told).filter(([, time]) => time > 0))
}
