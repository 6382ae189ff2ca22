import { type OptionKey, optionLines } from '@tollgate/contract'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'

const CENTS = 0.01

/** A typed amount of quota in dollars. */
export function QuotaAmount({ optionKey, text }: { optionKey: OptionKey; text: string }) {
  const { quota_per_unit } = useStatus()
  const quota = Number(text)
  if (!optionLines[optionKey].isQuota || Number.isNaN(quota)) return null
  const decimals = quota === 0 || quota / quota_per_unit >= CENTS ? 2 : 4
  return `≈ ${formatQuota(quota, { quota_per_unit, display_in_currency: true }, decimals)}`
}
