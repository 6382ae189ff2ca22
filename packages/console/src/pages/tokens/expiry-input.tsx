import { DatePicker } from 'antd'
import dayjs, { type ManipulateType } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { QuickValues } from '../../components/quick-values.tsx'
import { EXPIRY_FORMAT, isExpiry } from './token-values.ts'

const SPANS: { phrase: 'hour' | 'day' | 'month'; amount: number; unit: ManipulateType }[] = [
  { phrase: 'hour', amount: 1, unit: 'hour' },
  { phrase: 'day', amount: 1, unit: 'day' },
  { phrase: 'month', amount: 30, unit: 'day' },
]

interface ExpiryInputProps {
  /** From the form item around it. */
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** A moment as text; empty: never. Text that is no moment stays, for the form to complain about. */
export function ExpiryInput({ id, value = '', onChange }: ExpiryInputProps) {
  const { t } = useTranslation()
  return (
    <>
      <DatePicker
        id={id}
        showTime
        format={EXPIRY_FORMAT}
        placeholder={t('tokens.never')}
        preserveInvalidOnBlur
        value={value !== '' && isExpiry(value) ? dayjs(value, EXPIRY_FORMAT) : null}
        onChange={moment => onChange?.(moment?.format(EXPIRY_FORMAT) ?? '')}
        onBlur={event => {
          const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : value
          if (typed !== value) onChange?.(typed)
        }}
      />
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
