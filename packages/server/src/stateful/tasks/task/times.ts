import type { RowOf, TaskKind, TaskProgress } from './task.ts'

type Times = Pick<TaskProgress<TaskKind>, 'startedAt' | 'finishedAt'>
type Clocked = Pick<RowOf[TaskKind], 'submit_time' | 'start_time'>

/**
 * Returns when a task began, by its vendor, an earlier note or now, in its table's units: milliseconds for drawings. Never
 * before its submission and never later than now.
 *
 * @param now unix seconds
 */
export function startOf(kind: TaskKind, row: Clocked, { startedAt }: Times, now: number): number {
  const present = now * unitsPerSecond(kind)
  if (startedAt === undefined) return row.start_time || present
  return within(row.submit_time, present, inUnits(kind, startedAt))
}

/** Returns the columns of a task's end, by its vendor's clock or else ours: never before it began or later than now. */
export function finishColumns(kind: TaskKind, row: Clocked, { startedAt, finishedAt }: Times, now: number) {
  const present = now * unitsPerSecond(kind)
  const begun = startedAt === undefined ? row.start_time : startOf(kind, row, { startedAt }, now)
  const told = finishedAt === undefined ? present : inUnits(kind, finishedAt)
  return {
    updated_at: now,
    ...(startedAt !== undefined && { start_time: begun }),
    finish_time: within(Math.max(row.submit_time, begun), present, told),
  }
}

const unitsPerSecond = (kind: TaskKind) => (kind === 'midjourneys' ? 1000 : 1)
const inUnits = (kind: TaskKind, ms: number) => Math.floor((ms * unitsPerSecond(kind)) / 1000)
const within = (least: number, most: number, time: number) => Math.max(least, Math.min(most, time))
