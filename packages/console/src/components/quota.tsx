import { formatNumber, formatQuota } from '../lib/format.ts'
import { useStatus } from '../session/status.tsx'
import styles from './components.module.css'
import { Hint } from './hint/index.tsx'

interface QuotaProps {
  value: number
  /** A single call may cost so little that two decimals are not enough. */
  decimals?: number | undefined
  /** An incoming amount: shown with a plus sign. */
  isCredit?: boolean | undefined
}

/** Quota as the operator shows it, with the exact integer on hover. */
export function Quota({ value, decimals, isCredit = false }: QuotaProps) {
  const status = useStatus()
  return (
    <Hint title={() => formatNumber(value)}>
      <span className={isCredit ? styles.credit : undefined}>
        {isCredit && '+'}
        {formatQuota(value, status, decimals)}
      </span>
    </Hint>
  )
}
