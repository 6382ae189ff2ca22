import { bonusPercent, QUOTA_MAX } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'

/** An amount's quota and cost, fixed when an order is placed. */
export interface Quote {
  /** Whole quota to credit. */
  quota: number
  /** The cost in cents of the payment currency. */
  moneyCents: number
}

const CENTS = 100
const PERCENT = 100

/**
 * Returns the price of an amount: US dollars × the price of a dollar × the top-up ratio of the caller's group, rounded to the
 * cent. If the site shows no currency, the amount is in quota.
 *
 * @param terms the price of a dollar and the smallest top-up; absent: the Epay gateway's
 */
export function quote(
  options: Options,
  { group }: Pick<Caller, 'group'>,
  amount: number,
  terms = { price: options.get('Price'), least: options.get('MinTopUp') },
): Quote {
  const perUnit = options.get('QuotaPerUnit')
  const isQuota = !options.get('DisplayInCurrencyEnabled')
  const least = Math.ceil(terms.least * (isQuota ? perUnit : 1))
  if (amount < least) throw consoleError('topup_too_small', { min: least }, 'amount')
  const most = Math.floor(isQuota ? QUOTA_MAX : QUOTA_MAX / perUnit)
  if (amount > most) throw consoleError('topup_too_large', { max: most }, 'amount')

  const unitPrice = [terms.price, groupRatio(options, group), CENTS]
  const moneyCents = roundedProduct([amount, ...unitPrice], isQuota ? perUnit : 1)
  if (moneyCents < 1) throw consoleError('topup_costs_nothing', {}, 'amount')
  const percent = bonusPercent(options.get('TopUpBonuses'), isQuota ? amount / perUnit : amount)
  const bought = isQuota ? amount : roundedProduct([amount, perUnit], 1)
  return { quota: Math.min(QUOTA_MAX, bought + roundedProduct([bought, percent], PERCENT)), moneyCents }
}

/** What quota costs by a way to pay, in cents, for plans: without the bonuses and the least amount of top-ups. */
export const priceInMoney = (
  options: Options,
  { group }: Pick<Caller, 'group'>,
  quota: number,
  dollarPrice: number,
): number => roundedProduct([quota, dollarPrice, groupRatio(options, group), CENTS], options.get('QuotaPerUnit'))

/** `1234` → `12.34` */
export const inMoney = (cents: number): string =>
  `${Math.floor(cents / CENTS)}.${String(cents % CENTS).padStart(2, '0')}`

/** Parses `12.34`, `12.3` or `12` into cents; null: anything else. */
export function readMoney(text: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * CENTS + Number(cents.padEnd(2, '0'))
}

/** Returns 1 for a group that is not listed or has ratio 0. */
function groupRatio(options: Options, group: string): number {
  const ratios = options.get('TopupGroupRatio')
  return (Object.hasOwn(ratios, group) && ratios[group]) || 1
}

const DECIMALS = 1_000_000

/**
 * Multiplies in integers, so that 7.3 is exactly 7.3. Factors and divisor have at most six decimals; halves round up.
 */
function roundedProduct(factors: number[], divisor: number): number {
  const scaled = (value: number) => BigInt(Math.round(value * DECIMALS))
  const dividend = factors.reduce((product, factor) => product * scaled(factor), 1n)
  const by = scaled(divisor) * BigInt(DECIMALS) ** BigInt(factors.length - 1)
  return Number((dividend + by / 2n) / by)
}
