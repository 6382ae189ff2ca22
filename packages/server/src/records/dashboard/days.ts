import type { UsageDays } from '@tollgate/contract'
import type { RecordsContext } from '../context.ts'
import { type FigureFilters, NO_SUMS, sumsOfRange } from './store.ts'
import { timeUnits } from './time-units.ts'
import { SLOT_SECONDS } from './usage-figures.ts'

const DAY_SECONDS = 86_400

type DaysFilters = Omit<FigureFilters, 'start_timestamp' | 'end_timestamp'> & { time_zone: string }

/** Sums up today until the last complete quarter of an hour, and an equal part of yesterday for comparison. */
export async function readDays({ reports, now }: Pick<RecordsContext, 'reports' | 'now'>, filters: DaysFilters) {
  const { timeZone, today, yesterday } = sameHours(now(), filters.time_zone)
  const of = async (stretch: { from: number; to: number }) => ({
    ...stretch,
    sums:
      stretch.to > stretch.from
        ? await sumsOfRange(reports, { ...filters, start_timestamp: stretch.from, end_timestamp: stretch.to - 1 })
        : NO_SUMS,
  })
  const [first, second] = await Promise.all([of(today), of(yesterday)])
  return { time_zone: timeZone, today: first, yesterday: second } satisfies UsageDays
}

/** A day begins at midnight in its time zone. Both ranges are equally long, however long their days are. */
export function sameHours(now: number, wantedZone: string) {
  const to = now - (now % SLOT_SECONDS)
  // Four times 24 hours contain two whole days, whatever the clocks do.
  const { times, timeZone } = timeUnits(to - 3 * DAY_SECONDS, to + SLOT_SECONDS, 'day', wantedZone)
  const [before = 0, midnight = 0] = times.slice(-2)
  return {
    timeZone,
    today: { from: midnight, to },
    yesterday: { from: before, to: Math.min(before + to - midnight, midnight) },
  }
}
