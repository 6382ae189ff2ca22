import type { Offer } from '@tollgate/contract'
import type { Caller } from '../../../platform/http/serve.ts'
import type { Options } from '../../../platform/options/index.ts'
import { allowancesOf, keptTerms, type PlanRow } from '../../plans/store.ts'
import { priceInMoney } from '../../wallet/quote.ts'
import { readyMethods, readyProvider } from '../providers.ts'

/** A plan as the shop shows it, with what it costs by each way to pay. */
export const toOffer = (options: Options, caller: Caller, row: PlanRow, mayTry: boolean): Offer => ({
  ...allowancesOf(row),
  ...{ id: row.id, name: row.name, description: row.description, price: row.price, period: row.period },
  ...keptTerms(row),
  trial_days: mayTry ? row.trial_days : 0,
  left: row.stock === null ? null : Math.max(0, row.stock - row.sold),
  payments: paymentsFor(options, caller, row.price, row.period !== 'once'),
})

/** What quota costs by each online way to pay. `repeats`: a card may pay it again for each term. */
export const paymentsFor = (
  options: Options,
  caller: Pick<Caller, 'group'>,
  quota: number,
  repeats: boolean,
): Offer['payments'] =>
  readyMethods(options).flatMap(method => {
    const provider = readyProvider(options, method)
    const { price, currency } = provider.terms(options)
    const money_cents = priceInMoney(options, caller, quota, price)
    return money_cents < 1 ? [] : { method, money_cents, currency, by_card: repeats && provider.renewals !== undefined }
  })
