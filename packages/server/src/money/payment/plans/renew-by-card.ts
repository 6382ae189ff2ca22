import { LOG_TYPE } from '@tollgate/contract'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import { credit, lockAccountsChain, payThrough } from '../../ledger/index.ts'
import { lockOwner } from '../../plans/manage.ts'
import { beginTerm } from '../../plans/renew.ts'
import { findSubscription, lockSubscription } from '../../plans/store.ts'
import { termReference } from '../../plans/subscribe.ts'
import { inMoney } from '../../wallet/quote.ts'
import { insertRenewal, type NamedOrder, renewalsOf } from '../../wallet/store.ts'
import { currencyName } from '../currency-name.ts'
import type { PaymentContext } from '../provider.ts'

type Means = Pick<PaymentContext, 'db' | 'ledger' | 'options' | 'changeEvents' | 'now'>

/** The provider's ids of a paid renewal and of its payment. */
interface PaidRenewal {
  reference: string
  payment: string
}

/**
 * Begins the term that a card paid, once for each reference, with an order of its own, which a refund or a dispute finds. Where the
 * subscription has ended meanwhile, the payment becomes the buyer's balance.
 *
 * @param first the order that began the provider's subscription, for the same amount
 */
export async function renewByCard(app: Means, first: NamedOrder, paid: PaidRenewal): Promise<void> {
  const ownerId = await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    const before = await renewalsOf(db, first.card_ref)
    if (before.some(({ provider_ref }) => provider_ref === paid.reference)) return null
    return begin(db, app, first, { ...paid, tradeNo: `${first.trade_no}R${before.length}` })
  })
  if (ownerId === null) return
  for (const id of new Set([ownerId, first.user_id])) {
    app.ledger.refresh('user', id)
    await app.changeEvents.emit('users', id)
  }
}

async function begin(
  db: Db,
  { options, now }: Means,
  first: NamedOrder,
  { reference, payment, tradeNo }: PaidRenewal & { tradeNo: string },
): Promise<number> {
  const { user_id: userId, username, amount, money_cents, currency } = first
  const ownerId = (await findSubscription(db, first.subscription_id))?.user_id ?? userId
  for (const id of [...new Set([userId, ownerId])].sort((one, other) => one - other)) await lockOwner(db, id)
  const row = await lockSubscription(db, first.subscription_id)
  const isRunning = row !== undefined && row.status !== 'ended'
  const term = isRunning ? row.term + 1 : 1
  const topUp = `topup:${tradeNo}`
  if (isRunning) {
    const paid = { userId, amount, paid: topUp, price: termReference(row.id, term) }
    await payThrough(db, { ...paid, subscriptionId: row.id, now: now() })
    await beginTerm(db, row, now())
  } else await credit(db, { userId, amount, reference: topUp, now: now() })
  await insertRenewal(db, first, {
    ...{ trade_no: tradeNo, provider_ref: reference, payment_ref: payment, now: now() },
    ...{ subscription_id: isRunning ? row.id : 0, term },
  })
  const values = {
    ...{ plan: row?.name ?? '', order: tradeNo, quota: { quota: amount } },
    money: `${inMoney(money_cents)}${currencyName(currency)}`,
  }
  await insertLog(db, {
    ...{ type: LOG_TYPE.topUp, created_at: now(), user_id: userId, username, quota: amount },
    ...(isRunning
      ? messageColumns('plan_renewed_by_card', values)
      : messageColumns('plan_paid_ended', values, quotaWriter(options))),
  })
  return ownerId
}
