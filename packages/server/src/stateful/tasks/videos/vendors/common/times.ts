import type { TaskProgress } from '../../../task/task.ts'

type Times = Pick<TaskProgress, 'startedAt' | 'finishedAt'>

/** The times a vendor tells, in unix milliseconds, without those that it left out or that cannot be read. */
export function timesOf(told: Readonly<Times>): Times {
  return Object.fromEntries(Object.entries(told).filter(([, time]) => time > 0))
}
