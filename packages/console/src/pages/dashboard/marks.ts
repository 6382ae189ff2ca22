import type { UnusualHour, Usage } from '@tollgate/contract'
import type { Measure } from './series.ts'

/** The unusual hours of a measure, and those of failures, which no measure shows. */
export const hoursOf = (hours: readonly UnusualHour[], measure: Measure): UnusualHour[] =>
  hours.filter(hour => hour.measure === measure || hour.measure === 'failed')

/** The indexes of the units of time that contain these hours. */
export function marksOf(hours: readonly UnusualHour[], { times, to }: Pick<Usage, 'times' | 'to'>): Set<number> {
  const within = hours.filter(({ from }) => from >= (times[0] ?? 0) && from < to)
  return new Set(within.map(({ from }) => times.findLastIndex(time => time <= from)))
}
