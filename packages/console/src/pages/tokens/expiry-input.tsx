import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import dayjs, { type ManipulateType } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuickValues } from '../../components/quick-values.tsx'
import { later } from '../../lib/later.ts'
import type { AskedExpiry, ExpiryFieldProps } from './expiry-calendar.tsx'
import { EXPIRY_FORMAT, isExpiry } from './token-values.ts'
import styles from './tokens.module.css'

const SPANS: { phrase: 'hour' | 'day' | 'month'; amount: number; unit: ManipulateType }[] = [
  { phrase: 'hour', amount: 1, unit: 'hour' },
  { phrase: 'day', amount: 1, unit: 'day' },
  { phrase: 'month', amount: 30, unit: 'day' },
]

const useExpiryCalendar = later(() => import('./expiry-calendar.tsx'))

interface ExpiryInputProps {
  /** From the form item around it. */
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** A time as text; empty: never. Invalid text stays, and the form reports it. */
export function ExpiryInput({ id, value = '', onChange }: ExpiryInputProps) {
  const { t } = useTranslation()
  return (
    <>
      <ExpiryField id={id} placeholder={t('tokens.never')} value={value} onChange={text => onChange?.(text)} />
      <QuickValues
        values={[
          { value: '', label: t('tokens.form.spans.never') },
          ...SPANS.map(({ phrase, amount, unit }) => ({
            value: dayjs().add(amount, unit).format(EXPIRY_FORMAT),
            label: t(`tokens.form.spans.${phrase}`),
          })),
        ]}
        onPick={text => onChange?.(text)}
      />
    </>
  )
}

/** The time as text; the calendar loads on hover or focus. */
function ExpiryField(field: ExpiryFieldProps) {
  const [asked, setAsked] = useState<AskedExpiry>()
  // The calendar would lose invalid text.
  const ExpiryCalendar = useExpiryCalendar(asked !== undefined && isExpiry(field.value))
  if (asked && ExpiryCalendar) return <ExpiryCalendar {...field} asked={asked} />
  const ask = (how: Partial<AskedExpiry>) =>
    setAsked(before => ({ isFocused: false, isPressed: false, ...before, ...how }))
  return (
    <Input
      {...field}
      className={styles.expiry}
      data-calendar
      autoComplete="off"
      suffix={<CalendarOutlined aria-hidden />}
      onPointerEnter={() => ask({})}
      // The calendar may load before the button is released, and then no click comes.
      onMouseDown={() => ask({ isPressed: true })}
      onFocus={() => ask({ isFocused: true })}
      onClick={() => ask({ isFocused: true, isPressed: true })}
      onBlur={() => setAsked(undefined)}
      onChange={event => field.onChange(event.target.value.trim())}
    />
  )
}
