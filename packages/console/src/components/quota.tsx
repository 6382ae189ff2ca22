import { formatNumber, formatQuota } from '../lib/format.ts'
import { useStatus } from '../session/status.tsx'
import styles from './components.module.css'
import { Hint } from './hint/index.tsx'
import { Sensitive, useMask } from './sensitive.tsx'

interface QuotaProps {
  value: number
  /** A single call may cost so little that two decimals are not enough. */
  decimals?: number | undefined
  /** The decimals of the amount on hover, beside the integer. */
  exactDecimals?: number | undefined
  /** Incoming quota: shown with a plus sign. */
  isCredit?: boolean | undefined
}

/** Quota as the operator shows it, with the exact integer on hover. */
export function Quota({ value, decimals, exactDecimals, isCredit = false }: QuotaProps) {
  const status = useStatus()
  const exact = () => {
    const isAmount = exactDecimals !== undefined && status.display_in_currency
    return isAmount ? `${formatQuota(value, status, exactDecimals)} · ${formatNumber(value)}` : formatNumber(value)
  }
  return (
    <Sensitive>
      <Hint title={exact}>
        <span className={isCredit ? styles.credit : undefined}>
          {isCredit && '+'}
          {formatQuota(value, status, decimals)}
        </span>
      </Hint>
    </Sensitive>
  )
}

/** Words a user's amount for sentences, titles and labels; masked where sensitive values are. */
export function useQuotaText(): (quota: number, decimals?: number) => string {
  const status = useStatus()
  const mask = useMask()
  return (quota, decimals) => mask(formatQuota(quota, status, decimals))
}
