import dayjs, { type Dayjs } from 'dayjs'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { AskedRange, type Range } from './asked-range.tsx'
import styles from './time-range.module.css'

interface RangeFilters {
  start_timestamp: string
  end_timestamp: string
}

export interface TimeRangeProps {
  filters: RangeFilters
  onChange: (filters: RangeFilters) => void
  /** Unit of the timestamps. */
  unit?: 'seconds' | 'milliseconds'
  /** The list's default range; absent: everything. */
  usual?: Range
}

/** The time range of a list: from and to, either of which may be open. */
export function TimeRange({ filters, onChange, unit = 'seconds', usual }: TimeRangeProps) {
  const { t } = useTranslation()
  const { read, write } = UNITS[unit]
  const momentOf = (text: string) => (text && text !== EVERYTHING ? read(Number(text)) : null)
  const { start_timestamp, end_timestamp } = filters
  const isChosen = start_timestamp !== '' || end_timestamp !== ''
  const value: Range = isChosen || !usual ? [momentOf(start_timestamp), momentOf(end_timestamp)] : usual

  const now = dayjs()

  return (
    <AskedRange
      showTime={{ format: 'HH:mm' }}
      format={FORMAT}
      placeholder={[t('components.ranges.from'), t('components.ranges.to')]}
      allowEmpty={[true, true]}
      classNames={{ popup: { root: styles.popup } }}
      style={value[0] || value[1] ? CHOSEN : OPEN}
      value={value}
      presets={[
        { label: t('components.ranges.hour'), value: [now.subtract(1, 'hour'), null] },
        { label: t('components.ranges.today'), value: [now.startOf('day'), null] },
        { label: t('components.ranges.week'), value: [now.subtract(7, 'day'), null] },
        { label: t('components.ranges.month'), value: [now.subtract(30, 'day'), null] },
      ]}
      onChange={range =>
        onChange({
          start_timestamp: range?.[0] ? write(range[0]) : usual ? EVERYTHING : '',
          end_timestamp: range?.[1] ? write(range[1]) : '',
        })
      }
    />
  )
}

const FORMAT = 'MM-DD HH:mm'
// wide enough for the times
const OPEN = { flex: '1 1 200px', maxWidth: 280, '--phone-width': '290px' } as CSSProperties
const CHOSEN = { ...OPEN, flex: '1 1 260px' }

/** The beginning of time, for lists in which an absent start means the default range. */
export const EVERYTHING = '0'

const UNITS = {
  seconds: { read: (time: number) => dayjs.unix(time), write: (moment: Dayjs) => String(moment.unix()) },
  milliseconds: { read: (time: number) => dayjs(time), write: (moment: Dayjs) => String(moment.valueOf()) },
}
