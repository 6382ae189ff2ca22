import { calls } from '@tollgate/contract'
import { serve } from '../../context.ts'
import { hasTried, plansForSale } from '../../plans/store.ts'
import { ownAddress } from '../own-address.ts'
import { orderPlan } from './order-plan.ts'
import { quoteUpgrade } from './quote-upgrade.ts'
import { toOffer } from './to-offer.ts'

export const planPaymentEndpoints = [
  serve(calls.subscriptions.shop, async (_, { app, caller }) => {
    const [plans, tried] = await Promise.all([plansForSale(app.db), hasTried(app.db, caller.id)])
    return plans.map(plan => toOffer(app.options, caller, plan, !tried))
  }),

  serve(calls.subscriptions.order, async ({ body }, { app, caller, request }) => {
    const { url, fields } = await orderPlan(app, caller, body, ownAddress(app.options, request, caller))
    return { url, fields }
  }),

  serve(calls.subscriptions.upgradeQuote, ({ params, query }, { app, caller }) =>
    quoteUpgrade(app, caller, { userId: caller.id, id: params.id, isForTeam: false }, query.plan_id),
  ),
]
