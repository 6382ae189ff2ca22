import type { UpgradeQuote } from '@tollgate/contract'
import type { Caller } from '../../../platform/http/serve.ts'
import type { MoneyContext } from '../../context.ts'
import { priceUpgrade, QUOTE_SECONDS } from '../../plans/upgrade.ts'
import { paymentsFor } from './to-offer.ts'

/** Returns what moving from a running plan to another costs now, from the wallet and by each online way to pay. */
export async function quoteUpgrade(
  app: Pick<MoneyContext, 'db' | 'ledger' | 'options' | 'now'>,
  caller: Pick<Caller, 'group'>,
  own: Parameters<typeof priceUpgrade>[1],
  planId: number,
): Promise<UpgradeQuote> {
  const { plan, unused, due, at } = await priceUpgrade(app, own, planId)
  const payments = paymentsFor(app.options, caller, due, false)
  return { plan_id: plan.id, price: plan.price, unused, due, at, expires_at: at + QUOTE_SECONDS, payments }
}
