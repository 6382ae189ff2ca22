import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../lib/later.ts'
import type { AskedField, Range } from './calendar-range.tsx'
import styles from './time-range.module.css'

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

const useCalendarRange = later(() => import('./calendar-range.tsx'))

/** Which time a list is about: from and to, of which either may be open. The calendar comes when a pointer or the focus does. */
export function TimeRange({ filters, onChange, unit = 'seconds', usual }: TimeRangeProps) {
  const [asked, setAsked] = useState<AskedField | 'near'>()
  const CalendarRange = useCalendarRange(asked !== undefined)
  const { read, write } = UNITS[unit]
  const momentOf = (text: string) => (text && text !== EVERYTHING ? read(Number(text)) : null)
  const { start_timestamp, end_timestamp } = filters
  const isChosen = start_timestamp !== '' || end_timestamp !== ''
  const value: Range = isChosen || !usual ? [momentOf(start_timestamp), momentOf(end_timestamp)] : usual

  if (!CalendarRange) {
    const beNear = () => setAsked(before => before ?? 'near')
    return <ClosedRange value={value} onNear={beNear} onAsk={setAsked} onLeave={() => setAsked(undefined)} />
  }
  return (
    <CalendarRange
      format={FORMAT}
      style={STYLE}
      value={value}
      asked={asked === 'near' ? undefined : asked}
      onChange={range =>
        onChange({
          start_timestamp: range?.[0] ? write(range[0]) : usual ? EVERYTHING : '',
          end_timestamp: range?.[1] ? write(range[1]) : '',
        })
      }
    />
  )
}

interface ClosedRangeProps {
  value: Range
  onNear: () => void
  onAsk: (field: AskedField) => void
  onLeave: () => void
}

function ClosedRange({ value, onNear, onAsk, onLeave }: ClosedRangeProps) {
  const { t } = useTranslation()
  const field = (index: 0 | 1) => (
    <input
      readOnly
      autoComplete="off"
      size={FORMAT.length + 2}
      placeholder={t(index === 0 ? 'components.ranges.from' : 'components.ranges.to')}
      value={value[index]?.format(FORMAT) ?? ''}
      onFocus={() => onAsk({ index, isPressed: false })}
      onBlur={onLeave}
      onMouseDown={event => {
        // The focus goes to what takes this place.
        event.preventDefault()
        onAsk({ index, isPressed: true })
      }}
      onClick={() => onAsk({ index, isPressed: true })}
    />
  )
  return (
    <div className={styles.closed} style={STYLE} onPointerEnter={onNear}>
      {field(0)}
      <SwapRightOutlined aria-hidden />
      {field(1)}
      <CalendarOutlined aria-hidden />
    </div>
  )
}

const FORMAT = 'MM-DD HH:mm'
const STYLE = { flex: '1 1 200px', maxWidth: 280 }

/** The beginning of time, where an absent one stands for the usual range. */
export const EVERYTHING = '0'

const UNITS = {
  seconds: { read: (time: number) => dayjs.unix(time), write: (moment: Dayjs) => String(moment.unix()) },
  milliseconds: { read: (time: number) => dayjs(time), write: (moment: Dayjs) => String(moment.valueOf()) },
}
