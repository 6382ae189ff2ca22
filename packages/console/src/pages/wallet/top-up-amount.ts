import type { QuotaDisplay, SiteStatus } from '@tollgate/contract'

const PRESET_DOLLARS = [1, 5, 10, 50, 100, 500]

/** Amounts are dollars of quota, or plain quota if the site shows no currency. */
const unitOf = ({ display_in_currency, quota_per_unit }: QuotaDisplay): number =>
  display_in_currency ? 1 : quota_per_unit

/** The smallest minimum of the payment methods, in US dollars. */
export function leastMinimum({ topup_methods, min_topup, stripe_min_topup }: SiteStatus): number {
  return Math.min(...topup_methods.map(method => (method === 'stripe' ? stripe_min_topup : min_topup)))
}

/** The smallest amount that may be bought. */
export const leastAmount = (status: Pick<SiteStatus, 'min_topup'> & QuotaDisplay): number =>
  Math.max(1, Math.ceil(status.min_topup * unitOf(status)))

/** The usual amounts that may be bought. */
export function presetAmounts(status: Pick<SiteStatus, 'min_topup'> & QuotaDisplay): number[] {
  const least = leastAmount(status)
  return PRESET_DOLLARS.map(dollars => dollars * unitOf(status)).filter(amount => amount >= least)
}

/** An amount in quota. */
export const quotaOfAmount = (amount: number, display: QuotaDisplay): number =>
  (amount * display.quota_per_unit) / unitOf(display)
