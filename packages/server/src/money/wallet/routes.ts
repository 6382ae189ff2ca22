import { calls } from '@tollgate/contract'
import { readPage } from '../../platform/storage/page.ts'
import { serve } from '../context.ts'
import { redeem } from '../redemptions/redeem.ts'
import { readStatement } from './statement.ts'
import { ordersOf } from './store.ts'
import { toOrder } from './to-order.ts'

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { app, caller }) => redeem(app, caller, body.key)),

  serve(calls.wallet.orders, ({ query }, { app, caller }) => {
    const { rows, count } = ordersOf(app.db, caller.id, query.sort)
    return readPage(rows, count, query, row => toOrder(row, app.now()))
  }),

  serve(calls.statements.own, ({ query }, { app, caller }) => readStatement(app.reports, caller.id, query)),
  serve(calls.statements.ofUser, ({ params, query }, { app }) => readStatement(app.reports, params.id, query)),
]
