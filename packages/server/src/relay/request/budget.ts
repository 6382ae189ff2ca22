import type { Options } from '../../platform/options/index.ts'
import type { CallBudget, RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'

/** The most that a call may cost in US dollars, set by its client. */
const BUDGET_HEADER = 'x-tollgate-budget'

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,6}))?$/
const MICROS = 1_000_000

/**
 * Reads the budget that a call's client has set.
 *
 * @throws ApiError unless it is a plain amount
 */
export function takeBudget(call: RelayCall, headers: Headers, options: Pick<Options, 'get'>): void {
  const text = headers.get(BUDGET_HEADER)
  if (text === null) return
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) throw relayError('budget_invalid')
  const micros = Number(whole) * MICROS + Number(fraction.padEnd(6, '0'))
  const quotaPerUnit = options.get('QuotaPerUnit')
  call.budget = { quota: Math.floor((micros * quotaPerUnit) / MICROS), quotaPerUnit }
}

/** Returns the error of a call that costs at least this much. */
export const overBudget = (least: number, { quota, quotaPerUnit }: CallBudget) => {
  const dollars = (amount: number) => `$${Math.ceil((amount / quotaPerUnit) * MICROS) / MICROS}`
  return relayError('budget_insufficient', { amount: dollars(least), budget: dollars(quota) })
}
