import dayjs from 'dayjs'

const MONTHS_BACK = 24
const FORMAT = 'YYYY-MM'

/** The last months, newest first, in the browser's time zone: `2026-01`. */
export const lastMonths = (now = dayjs()): string[] =>
  Array.from({ length: MONTHS_BACK }, (_, back) => now.subtract(back, 'month').format(FORMAT))

/** A month from an address; the present one if it is invalid. */
export const monthOf = (asked: string | null, now = dayjs()): string =>
  asked && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : now.format(FORMAT)

/** Unix seconds, end exclusive. */
export function rangeOfMonth(month: string) {
  const start = dayjs(`${month}-01`)
  return { start_timestamp: Math.max(0, start.unix()), end_timestamp: Math.max(1, start.add(1, 'month').unix()) }
}
