import { DatePicker, type GetRef } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker/index.js'
import { useEffect, useRef } from 'react'
import { calendarAccess } from './calendar-access.tsx'

/** The field that was focused or pressed before the calendar loaded. */
export interface AskedField {
  index: 0 | 1
  isPressed: boolean
}

/** The range with its calendar, open at that field. */
export default function CalendarRange({ asked, ...range }: RangePickerProps & { asked: AskedField | undefined }) {
  const picker = useRef<GetRef<typeof DatePicker.RangePicker>>(null)
  useEffect(() => {
    if (asked) picker.current?.nativeElement.querySelectorAll('input')[asked.index]?.focus()
  }, [asked])
  return <DatePicker.RangePicker ref={picker} {...calendarAccess} defaultOpen={asked?.isPressed === true} {...range} />
}
