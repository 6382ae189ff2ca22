import { InputNumber } from 'antd'
import { useStatus } from '../session/status.tsx'
import styles from './components.module.css'
import { QuickValues } from './quick-values.tsx'

const PRESETS = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000]

interface QuotaInputProps {
  /** From the form item around it. */
  id?: string
  value?: number
  onChange?: (quota: number) => void
  min?: number
  /** Amounts to pick with one press. */
  presets?: readonly number[]
}

/** An integer amount of quota, with its value in dollars. */
export function QuotaInput({ id, value = 0, onChange, min = 0, presets = PRESETS }: QuotaInputProps) {
  const { quota_per_unit } = useStatus()
  return (
    <>
      <InputNumber<number>
        id={id}
        className={styles.quotaInput}
        min={min}
        precision={0}
        value={value}
        onChange={quota => onChange?.(quota ?? min)}
        suffix={<span className={styles.quiet}>≈ ${(value / quota_per_unit).toFixed(2)}</span>}
      />
      <QuickValues
        values={presets.map(quota => ({ value: quota, label: inDollars(quota / quota_per_unit) }))}
        onPick={quota => onChange?.(quota)}
      />
    </>
  )
}

/** `$0.20`, `$10`. */
const inDollars = (dollars: number): string => `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
