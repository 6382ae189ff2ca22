import { formatNumber, formatQuota } from '../lib/format.ts'
import { useStatus } from '../session/status.tsx'
import { Hint } from './hint/index.tsx'

/** Quota as the operator shows it, the exact integer on hover. A single call costs so little that it needs more decimals. */
export function Quota({ value, decimals }: { value: number; decimals?: number }) {
  const status = useStatus()
  return (
    <Hint title={() => formatNumber(value)}>
      <span>{formatQuota(value, status, decimals)}</span>
    </Hint>
  )
}
