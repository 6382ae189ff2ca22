import { type CheckedInputOf, type calls, MOST_SUBSCRIPTIONS } from '@tollgate/contract'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import type { MoneyContext } from '../../context.ts'
import { findOffered } from '../../plans/find-offered.ts'
import { isSoldOut, wasSoldBefore } from '../../plans/store.ts'
import { hasRoomForOne } from '../../plans/subscribe.ts'
import { priceUpgrade } from '../../plans/upgrade.ts'
import { orderedTerms } from '../../wallet/ordered-plan.ts'
import { inMoney, priceInMoney } from '../../wallet/quote.ts'
import { currencyName } from '../currency-name.ts'
import { openOrder } from '../open-order.ts'
import type { Opened } from '../provider.ts'
import { readyProvider } from '../providers.ts'

/**
 * Orders a plan under its present terms. It takes nothing from the stock: a plan that cannot begin once it is paid for becomes
 * balance (`start-plan.ts`), so what cannot begin now is refused here, before anybody pays.
 *
 * @param ownAddress this site's public address; null: unknown
 * @param team the team it is for; null: the caller
 */
export async function orderPlan(
  app: MoneyContext,
  caller: Caller,
  {
    plan_id,
    payment_method,
    renews,
    by_card,
    upgrades,
    at,
    ...seen
  }: CheckedInputOf<typeof calls.subscriptions.order>['body'],
  ownAddress: string | null,
  team: { id: number; name: string } | null = null,
): Promise<Opened> {
  const { db, options } = app
  const ownerId = team?.id ?? caller.id
  const plan = await findOffered(db, plan_id, renews || by_card, team !== null)
  const own = { userId: ownerId, id: upgrades ?? 0, isForTeam: team !== null }
  const priced = upgrades === undefined ? null : await priceUpgrade(app, own, plan_id, at)
  const isSold = priced !== null && (await wasSoldBefore(db, priced.row.id, plan.id))
  if (isSoldOut(plan) && !isSold) throw consoleError('plan_sold_out', { plan: plan.name })
  if (!priced && !(await hasRoomForOne(db, ownerId))) throw consoleError('plan_too_many', { limit: MOST_SUBSCRIPTIONS })
  const quota = priced?.due ?? plan.price
  const provider = readyProvider(options, payment_method)
  if (by_card && (priced || !provider.renewals)) throw consoleError('plan_not_by_card', { plan: plan.name })
  const terms = provider.terms(options)
  const moneyCents = priceInMoney(options, caller, quota, terms.price)
  const isAsSeen =
    (seen.money_cents ?? moneyCents) === moneyCents && (seen.currency ?? terms.currency) === terms.currency
  if (!isAsSeen) {
    const price = `${inMoney(moneyCents)}${currencyName(terms.currency)}`
    throw consoleError('plan_price_changed', { plan: plan.name, price })
  }
  if (moneyCents < 1) throw consoleError('plan_not_by_payment', { plan: plan.name })
  return openOrder(app, caller, ownAddress, {
    method: payment_method,
    title: plan.name,
    quota,
    moneyCents,
    ...(by_card && plan.period !== 'once' && { every: plan.period }),
    // By card, the provider's subscription renews it.
    plan: {
      plan_id: plan.id,
      plan_terms: orderedTerms(plan, { renews: renews && !by_card, team, upgrade: priced && upgradeOf(priced) }),
    },
  })
}

const upgradeOf = ({ row, counted, at }: Awaited<ReturnType<typeof priceUpgrade>>) => ({
  ...{ id: row.id, term: row.term, counted, at },
})
