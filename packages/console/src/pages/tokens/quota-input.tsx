import { InputNumber } from 'antd'
import { QuickValues } from '../../components/quick-values.tsx'
import { useStatus } from '../../session/status.tsx'
import styles from './tokens.module.css'

const PRESETS = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000]

interface QuotaInputProps {
  /** From the form item around it. */
  id?: string
  value?: number
  onChange?: (quota: number) => void
}

/** Quota as an integer, with what it is in dollars. */
export function QuotaInput({ id, value = 0, onChange }: QuotaInputProps) {
  const { quota_per_unit } = useStatus()
  return (
    <>
      <InputNumber<number>
        id={id}
        className={styles.quotaInput}
        min={0}
        precision={0}
        value={value}
        onChange={quota => onChange?.(quota ?? 0)}
        suffix={<span className={styles.quiet}>≈ ${(value / quota_per_unit).toFixed(2)}</span>}
      />
      <QuickValues
        values={PRESETS.map(quota => ({ value: quota, label: `$${quota / quota_per_unit}` }))}
        onPick={quota => onChange?.(quota)}
      />
    </>
  )
}
