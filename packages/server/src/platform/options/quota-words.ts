import { exactQuota, formatQuota, type QuotaDisplay } from '@tollgate/contract'
import type { Options } from './index.ts'

type Read = Pick<Options, 'get'>

/** Formats quota as this site shows it: `$0.20`, or `100.0k`. */
export const inWords = (quota: number, options: Read): string => formatQuota(quota, displayOf(options))

/** The same with the fractions of a cent: for the log, and for the cost of one call. */
export const inExactWords = (quota: number, options: Read): string => exactQuota(quota, displayOf(options))

/** Returns a formatter with the site's settings, for sentences of the log. */
export const quotaWriter =
  (options: Read) =>
  (quota: number): string =>
    inExactWords(quota, options)

const displayOf = (options: Read): QuotaDisplay => ({
  quota_per_unit: options.get('QuotaPerUnit'),
  display_in_currency: options.get('DisplayInCurrencyEnabled'),
})
