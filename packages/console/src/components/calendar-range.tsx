import { DatePicker, type GetRef } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './calendar-range.module.css'
import { type AskedField, RANGE_FORMAT, RANGE_STYLE, type Range } from './time-range.tsx'

interface CalendarRangeProps {
  value: Range
  asked: AskedField | undefined
  onChange: (range: Range | null) => void
}

/** The range with its calendar, in the field that was asked for. */
export default function CalendarRange({ value, asked, onChange }: CalendarRangeProps) {
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
      format={RANGE_FORMAT}
      allowEmpty={[true, true]}
      classNames={{ popup: { root: styles.popup } }}
      style={RANGE_STYLE}
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
