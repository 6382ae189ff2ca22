import { numberFormat } from './number-format.ts'

/** The operator's settings for showing quota; both come with the status. */
export interface QuotaDisplay {
  quota_per_unit: number
  display_in_currency: boolean
}

/**
 * Formats quota as dollars, with two decimals by default, or as a shortened number. An amount that rounds to nothing is
 * shown as `<$0.01`, not as zero.
 */
export function formatQuota(quota: number, display: QuotaDisplay, decimals = 2): string {
  if (!display.display_in_currency) return shortenNumber(quota)
  const amount = Math.abs(quota) / display.quota_per_unit
  const sign = quota < 0 ? '-' : ''
  const least = 10 ** -decimals
  const isTiny = amount > 0 && amount < least / 2
  if (isTiny) return `${quota < 0 ? '>-' : '<'}$${inDigits(least, decimals)}`
  return `${sign}$${inDigits(amount, decimals)}`
}

/** The decimals of a dollar that sentences may need: by default, a quota is 0.000002 of it. */
const MOST_DECIMALS = 6

/** Formats quota for a sentence that must not hide small amounts: `$0.20`, but `$0.000524`. */
export function exactQuota(quota: number, display: QuotaDisplay): string {
  if (!display.display_in_currency) return formatQuota(quota, display)
  const amount = Math.abs(quota) / display.quota_per_unit
  const least = 10 ** -MOST_DECIMALS
  if (amount > 0 && amount < least / 2) return formatQuota(quota, display, MOST_DECIMALS)
  return `${quota < 0 ? '-' : ''}$${inDigits(amount, 2, MOST_DECIMALS)}`
}

/**
 * Formats a line of a receipt, whose quota may have a fraction: `$0.000524`; what six decimals would show as nothing has
 * its first digits, `-$0.0000004`.
 */
export function lineQuota(quota: number, display: QuotaDisplay): string {
  const amount = Math.abs(quota) / display.quota_per_unit
  if (!display.display_in_currency || amount === 0 || amount >= 10 ** -MOST_DECIMALS / 2)
    return formatQuota(quota, display, MOST_DECIMALS)
  return `${quota < 0 ? '-' : ''}$${numberFormat('en', { maximumSignificantDigits: 2 }).format(amount)}`
}

/** Grouped the same way in every language, like the dollar sign before it: `1,234.50`. */
const inDigits = (amount: number, decimals: number, most = decimals): string =>
  numberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: most }).format(amount)

/** `9999`, `10.0k`, `1.0M`, `1.0B`. */
export function shortenNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000_000_000) return `${(value / 1_000_000_000).toFixed(1)}B`
  if (size >= 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (size >= 10_000) return `${(value / 1_000).toFixed(1)}k`
  return String(value)
}
