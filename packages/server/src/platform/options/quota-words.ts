import { formatQuota } from '@tollgate/contract'
import type { Options } from './index.ts'

/** Formats quota as this site shows it: `$0.20`, or `100.0k`. */
export const inWords = (quota: number, options: Options): string =>
  formatQuota(quota, {
    quota_per_unit: options.get('QuotaPerUnit'),
    display_in_currency: options.get('DisplayInCurrencyEnabled'),
  })

/** Returns a formatter with the site's settings, for sentences that name amounts. */
export const quotaWriter =
  (options: Options) =>
  (quota: number): string =>
    inWords(quota, options)
