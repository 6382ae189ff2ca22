import type { ShadowResult, WhatIfSum } from '@tollgate/contract'

const MOST_LISTED = 10

/** Returns what another gateway's calls would have cost here, as lines of text; the first says whether to switch. */
export function shadowAsText({
  result,
  quotaPerUnit,
  name,
}: {
  result: ShadowResult
  quotaPerUnit: number
  name: string
}): string[] {
  const { total, differing, rounded, not_replayed, last_id } = result
  const dollars = (quota: number) => `$${(quota / quotaPerUnit).toFixed(4)}`
  const change = (sum: { booked: number; quota: number }) =>
    `${dollars(sum.booked)} there, ${dollars(sum.quota)} here (${sum.quota < sum.booked ? '−' : '+'}${dollars(Math.abs(sum.quota - sum.booked))})`
  const unpriced = not_replayed.reduce((rows, one) => rows + one.rows, 0)
  const section = (title: string, sums: WhatIfSum[]) => {
    const lines = sums
      .filter(({ booked, quota }) => booked !== quota)
      .slice(0, MOST_LISTED)
      .map(sum => `  ${sum.name || sum.key || 'others'}: ${change(sum)}, ${sum.calls} calls`)
    return lines.length > 0 ? [`${title}:`, ...lines] : []
  }
  return [
    verdict({ calls: total.calls, differing, unpriced }),
    `${name}, calls up to id ${last_id}: ${change(total)}.`,
    ...(rounded > 0 ? [`${rounded} calls differ by one unit, since the two round differently.`] : []),
    ...(unpriced > 0 ? [`${unpriced} calls are of models that have no price here.`] : []),
    ...section('By model', result.models),
    ...section('By user', result.users),
    ...section('By channel', result.channels),
    ...(result.rows.length > 0 ? ['Calls that differ most:'] : []),
    ...result.rows
      .slice(0, MOST_LISTED)
      .map(row => `  id ${row.id}, ${row.username}, ${row.model_name}: ${change(row)}`),
  ]
}

function verdict({ calls, differing, unpriced }: { calls: number; differing: number; unpriced: number }): string {
  if (calls + unpriced === 0) return 'There is no call yet to compare.'
  if (differing + unpriced === 0) return `✓ It is safe to switch: all ${calls} calls cost the same here.`
  return `✗ Do not switch yet: ${differing + unpriced} of ${calls + unpriced} calls would cost something else here.`
}
