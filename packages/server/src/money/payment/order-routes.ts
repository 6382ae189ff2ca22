import { calls } from '@tollgate/contract'
import { readPage } from '../../platform/storage/page.ts'
import { serve } from '../context.ts'
import { listedOrders } from '../wallet/listed-orders.ts'
import { toListedOrder } from '../wallet/to-order.ts'
import { completeByHand, refundByHand } from './by-hand.ts'
import { invoiceOf } from './invoice-of.ts'

export const orderEndpoints = [
  serve(calls.orders.list, ({ query }, { app }) => {
    const { rows, count } = listedOrders(app.db, query, app.now())
    return readPage(rows, count, query, row => toListedOrder(row, app.now()))
  }),

  serve(calls.orders.complete, async ({ params, body }, context) =>
    toListedOrder(await completeByHand(context, params.id, body.reason), context.app.now()),
  ),

  serve(calls.orders.refund, async ({ params, body }, context) =>
    toListedOrder(await refundByHand(context, params.id, body), context.app.now()),
  ),

  serve(calls.orders.invoice, ({ params }, { app }) => invoiceOf(app, params.id)),

  serve(calls.orders.invoiceSelf, ({ params }, { app, caller }) => invoiceOf(app, params.id, caller.id)),
]
