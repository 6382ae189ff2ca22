import { DatePicker, type GetRef } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker/index.js'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './calendar-range.module.css'

export type Range = [Dayjs | null, Dayjs | null]

/** A field that was focused or pressed before the calendar was there. */
export interface AskedField {
  index: 0 | 1
  isPressed: boolean
}

interface CalendarRangeProps extends Pick<RangePickerProps, 'style'> {
  /** Of its moments, as they are written. */
  format: string
  value: Range
  asked: AskedField | undefined
  onChange: (range: Range | null) => void
}

/** The range with its calendar, in the field that was asked for. */
export default function CalendarRange({ value, asked, onChange, format, style }: CalendarRangeProps) {
  const { t } = useTranslation()
  const picker = useRef<GetRef<typeof DatePicker.RangePicker>>(null)
  const now = dayjs()
  useEffect(() => {
    if (asked) picker.current?.nativeElement.querySelectorAll('input')[asked.index]?.focus()
  }, [asked])
  return (
    <DatePicker.RangePicker
      ref={picker}
      defaultOpen={asked?.isPressed === true}
      showTime={{ format: 'HH:mm' }}
      format={format}
      allowEmpty={[true, true]}
      classNames={{ popup: { root: styles.popup } }}
      style={style}
      placeholder={[t('components.ranges.from'), t('components.ranges.to')]}
      value={value}
      presets={[
        { label: t('components.ranges.hour'), value: [now.subtract(1, 'hour'), null] },
        { label: t('components.ranges.today'), value: [now.startOf('day'), null] },
        { label: t('components.ranges.week'), value: [now.subtract(7, 'day'), null] },
        { label: t('components.ranges.month'), value: [now.subtract(30, 'day'), null] },
      ]}
      onChange={onChange}
    />
  )
}
