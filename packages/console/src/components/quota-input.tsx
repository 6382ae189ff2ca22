import { InputNumber, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../session/status.tsx'
import styles from './components.module.css'
import { inGroups, withoutGroups } from './grouped-digits.ts'
import { QuickValues } from './quick-values.tsx'

const PRESETS = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000]

interface QuotaInputProps {
  /** From the form item around it. */
  id?: string
  value?: number
  onChange?: (quota: number) => void
  /** In quota. */
  min?: number
  /** Amounts of quota to choose with one click. */
  presets?: readonly number[]
}

/** An integer amount of quota, entered in dollars or as the integer. */
export function QuotaInput({ value = 0, onChange, min = 0, presets = PRESETS, ...input }: QuotaInputProps) {
  const { quota_per_unit } = useStatus()
  return (
    <>
      <QuotaFields {...input} value={value} onChange={quota => onChange?.(quota)} min={min} />
      <QuickValues
        values={presets.map(quota => ({ value: quota, label: inDollars(quota / quota_per_unit) }))}
        onPick={quota => onChange?.(quota)}
      />
    </>
  )
}

interface QuotaFieldsProps {
  /** The id of the field in dollars. */
  id?: string | undefined
  value: number
  onChange: (quota: number) => void
  min?: number
  disabled?: boolean
  status?: 'error' | ''
  onBlur?: () => void
}

/** The same amount in two fields that follow each other: in dollars, and as the stored integer. */
export function QuotaFields({ id, value, onChange, min = 0, ...both }: QuotaFieldsProps) {
  const { t } = useTranslation()
  const { quota_per_unit } = useStatus()
  // A unit of quota is two millionths of a dollar by default.
  const decimals = Math.max(2, Math.ceil(Math.log10(quota_per_unit)))
  return (
    <Space.Compact className={styles.quotaFields}>
      <InputNumber<number>
        {...both}
        id={id}
        prefix="$"
        controls={false}
        formatter={inGroups({ least: 2, most: decimals })}
        parser={text => Number(withoutGroups(text))}
        min={min / quota_per_unit}
        precision={decimals}
        value={value / quota_per_unit}
        onChange={dollars => onChange(Math.max(min, Math.round((dollars ?? 0) * quota_per_unit)))}
      />
      <InputNumber<number>
        {...both}
        aria-label={t('components.quotaUnits')}
        controls={false}
        formatter={inGroups({ least: 0, most: 0 })}
        parser={text => Number(withoutGroups(text))}
        min={min}
        precision={0}
        value={value}
        onChange={quota => onChange(quota ?? min)}
      />
    </Space.Compact>
  )
}

/** `$0.20`, `$10`. */
const inDollars = (dollars: number): string => `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
