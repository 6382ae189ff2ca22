import { LOG_TYPE } from '@tollgate/contract'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import { inMoney } from '../../wallet/quote.ts'
import { findOrder, isPaid, type NamedOrder, updateOrder } from '../../wallet/store.ts'
import { isCredited } from '../credit-order.ts'
import { currencyName } from '../currency-name.ts'
import { attachCard } from '../plans/attach-card.ts'
import type { PaymentContext } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { endAtStripe } from './end-at-stripe.ts'
import { invoice, type Session } from './objects.ts'

/**
 * Credits the order of a Checkout session once if it is paid as ordered. Anything else credits nothing; the server's log says
 * why, and so does the system log if a user may have paid.
 *
 * @returns the session's order; undefined: it was not ordered here
 */
export async function settleSession(app: PaymentContext, session: Session): Promise<NamedOrder | undefined> {
  const order = await findOrder(app.db, session.client_reference_id ?? '')
  // The operator may sell other things through the same account.
  if (order?.payment_method !== 'stripe' || order.provider_ref !== session.id) return undefined
  if (session.payment_status !== 'paid') return order
  if (session.amount_total !== order.money_cents || session.currency !== order.currency) {
    await refuse(app, order, session)
    return order
  }
  // Also for an order completed by hand, so that its refund is recognized.
  const payment = order.payment_ref === '' ? await paymentOf(app, session) : ''
  if (payment !== '') await updateOrder(app.db, order.id, { payment_ref: payment })
  if (session.subscription !== '') await updateOrder(app.db, order.id, { card_ref: session.subscription })
  if (!(await isCredited(app, order))) app.log.warn({ order: order.trade_no }, 'a paid order was removed')
  const after = await findOrder(app.db, order.trade_no)
  // Nothing of ours would be renewed.
  if (after && after.card_ref !== '' && isPaid(after) && !(await attachCard(app, after)))
    await endAtStripe(app, after.card_ref)
  return after
}

/** Returns the payment of a session; a subscription's is its first invoice's. */
async function paymentOf(app: PaymentContext, session: Session): Promise<string> {
  if (session.payment_intent !== '' || session.invoice === '') return session.payment_intent
  return (await askStripe(app, invoice, `invoices/${session.invoice}`)).payment_intent
}

/** Notes a payment of another amount than ordered. */
export async function refuse(
  app: PaymentContext,
  order: NamedOrder,
  { amount_total, currency }: Pick<Session, 'amount_total' | 'currency'>,
): Promise<void> {
  const paid = `${inMoney(amount_total ?? 0)}${currencyName(currency ?? '')}`
  const expected = `${inMoney(order.money_cents)}${currencyName(order.currency)}`
  app.log.warn({ order: order.trade_no, reason: `${paid} was paid, not ${expected}` }, 'a payment was refused')
  if (isPaid(order)) return
  await insertLog(app.db, {
    type: LOG_TYPE.system,
    created_at: app.now(),
    user_id: order.user_id,
    username: order.username,
    ...messageColumns('payment_of_other_amount', { order: order.trade_no, paid, expected }),
  })
}
