import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import styles from './time-range.module.css'

type Range = [Dayjs | null, Dayjs | null]
interface RangeFilters {
  start_timestamp: string
  end_timestamp: string
}

export interface TimeRangeProps {
  filters: RangeFilters
  onChange: (filters: RangeFilters) => void
  /** Of the timestamps. */
  unit?: 'seconds' | 'milliseconds'
  /** What the list shows where nothing was chosen; absent: everything. */
  usual?: Range
}

/** Which time a list is about: from and to, of which either may be open. */
export function TimeRange({ filters, onChange, unit = 'seconds', usual }: TimeRangeProps) {
  const { t } = useTranslation()
  const now = dayjs()
  const { read, write } = UNITS[unit]
  const momentOf = (text: string) => (text && text !== EVERYTHING ? read(Number(text)) : null)
  const { start_timestamp, end_timestamp } = filters
  const isChosen = start_timestamp !== '' || end_timestamp !== ''
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format="MM-DD HH:mm"
      allowEmpty={[true, true]}
      classNames={{ popup: { root: styles.popup } }}
      style={{ flex: '1 1 200px', maxWidth: 280 }}
      value={isChosen || !usual ? [momentOf(start_timestamp), momentOf(end_timestamp)] : usual}
      presets={[
        { label: t('log.ranges.hour'), value: [now.subtract(1, 'hour'), null] },
        { label: t('log.ranges.today'), value: [now.startOf('day'), null] },
        { label: t('log.ranges.week'), value: [now.subtract(7, 'day'), null] },
        { label: t('log.ranges.month'), value: [now.subtract(30, 'day'), null] },
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

/** The beginning of time, where an absent one stands for the usual range. */
export const EVERYTHING = '0'

const UNITS = {
  seconds: { read: (time: number) => dayjs.unix(time), write: (moment: Dayjs) => String(moment.unix()) },
  milliseconds: { read: (time: number) => dayjs(time), write: (moment: Dayjs) => String(moment.valueOf()) },
}
