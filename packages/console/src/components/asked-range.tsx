import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import type { RangePickerProps } from 'antd/es/date-picker/index.js'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { later } from '../lib/later.ts'
import styles from './asked-range.module.css'
import type { AskedField } from './calendar-range.tsx'

/** From and to; null: open. */
export type Range = [Dayjs | null, Dayjs | null]

interface AskedRangeProps
  extends Pick<RangePickerProps, 'allowEmpty' | 'classNames' | 'maxDate' | 'presets' | 'showTime' | 'style'> {
  /** The format of the times. */
  format: string
  /** Shown in the fields while they are empty. */
  placeholder: [from: string, to: string]
  value: Range
  onChange: (range: Range | null) => void
}

const useCalendarRange = later(() => import('./calendar-range.tsx'))

/** A range of time. The calendar loads on hover or focus. */
export function AskedRange(props: AskedRangeProps) {
  const [asked, setAsked] = useState<AskedField | 'near'>()
  const CalendarRange = useCalendarRange(asked !== undefined)
  if (CalendarRange) return <CalendarRange {...props} asked={asked === 'near' ? undefined : asked} />
  const beNear = () => setAsked(before => before ?? 'near')
  return <ClosedRange {...props} onNear={beNear} onAsk={setAsked} onLeave={() => setAsked(undefined)} />
}

interface ClosedRangeProps extends Pick<AskedRangeProps, 'format' | 'placeholder' | 'value' | 'style'> {
  onNear: () => void
  onAsk: (field: AskedField) => void
  onLeave: () => void
}

function ClosedRange({ format, placeholder, value, style, onNear, onAsk, onLeave }: ClosedRangeProps) {
  const field = (index: 0 | 1) => (
    <input
      readOnly
      autoComplete="off"
      size={format.length + 2}
      placeholder={placeholder[index]}
      value={value[index]?.format(format) ?? ''}
      onFocus={() => onAsk({ index, isPressed: false })}
      onBlur={onLeave}
      onMouseDown={event => {
        // The replacement gets the focus.
        event.preventDefault()
        onAsk({ index, isPressed: true })
      }}
      onClick={() => onAsk({ index, isPressed: true })}
    />
  )
  return (
    <div className={styles.closed} style={style} onPointerEnter={onNear}>
      {field(0)}
      <SwapRightOutlined aria-hidden />
      {field(1)}
      <CalendarOutlined aria-hidden />
    </div>
  )
}
