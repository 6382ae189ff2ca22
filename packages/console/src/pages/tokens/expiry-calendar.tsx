import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { calendarAccess } from '../../components/calendar-access.tsx'
import { EXPIRY_FORMAT, isExpiry } from './token-values.ts'

export interface ExpiryFieldProps {
  id: string | undefined
  placeholder: string
  value: string
  onChange: (text: string) => void
}

/** How the field was opened before the calendar loaded. */
export interface AskedExpiry {
  isFocused: boolean
  isPressed: boolean
}

/** The time with its calendar. */
export default function ExpiryCalendar({
  asked,
  value,
  onChange,
  ...field
}: ExpiryFieldProps & { asked: AskedExpiry }) {
  return (
    <DatePicker
      {...field}
      {...calendarAccess}
      autoFocus={asked.isFocused}
      defaultOpen={asked.isPressed}
      showTime
      format={EXPIRY_FORMAT}
      preserveInvalidOnBlur
      value={value !== '' && isExpiry(value) ? dayjs(value, EXPIRY_FORMAT) : null}
      onChange={moment => onChange(moment?.format(EXPIRY_FORMAT) ?? '')}
      onBlur={event => {
        const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : value
        if (typed !== value) onChange(typed)
      }}
    />
  )
}
