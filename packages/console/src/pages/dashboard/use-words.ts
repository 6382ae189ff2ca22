import type { TimeUnit } from '@tollgate/contract'
import dayjs from 'dayjs'
import { useQuotaText } from '../../components/quota.tsx'
import { formatNumber, formatShare, shortenNumber } from '../../lib/format.ts'
import type { Measure } from './series.ts'

const TIME_FORMATS: Record<TimeUnit, string> = { hour: 'MM-DD HH:mm', day: 'MM-DD', week: 'MM-DD' }

/** How the dashboard words amounts and times. */
export function useAmounts() {
  const amount = useQuotaText()
  return {
    /** Short enough for an axis. */
    short: (value: number, measure: Measure) => (measure === 'quota' ? amount(value) : shortenNumber(value)),
    exact: (value: number, measure: Measure) => (measure === 'quota' ? amount(value, 4) : formatNumber(value)),
  }
}

export const timeWords = (time: number, unit: TimeUnit): string => dayjs.unix(time).format(TIME_FORMATS[unit])

export const percentWords = (part: number, whole: number): string => (whole === 0 ? '–' : formatShare(part / whole, 1))

/** Change since before: `+25%`; none if it was zero before. */
export function changeWords(now: number, before: number): string {
  if (now === before) return '='
  if (before <= 0) return '–'
  const share = (now - before) / before
  return `${share > 0 ? '+' : '−'}${formatShare(Math.abs(share), Math.abs(share) < 0.1 ? 1 : 0)}`
}
