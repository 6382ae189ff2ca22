import { cardsToSettle } from '../plans/cards.ts'
import { type SubscriptionRow, updateSubscription } from '../plans/store.ts'
import type { PaymentContext } from './provider.ts'
import { renewingProvider } from './providers.ts'

const AT_ONCE = 50

/**
 * Ends the providers' subscriptions of plans that have ended, tells which renew, and asks about terms that are over without a report.
 * A failure is repeated. Returns how many.
 */
export async function settleCards(app: PaymentContext, signal: AbortSignal): Promise<number> {
  const provider = renewingProvider(app.options)
  if (!provider) return 0
  const due = await cardsToSettle(app.db, app.now(), AT_ONCE)
  const act = (row: SubscriptionRow, isOver: boolean) => {
    if (isOver) return provider.end(app, row.card_ref)
    return row.renews === row.card_told ? provider.settle(app, row) : provider.tell(app, row)
  }
  for (const { row, isOver } of due) {
    signal.throwIfAborted()
    await updateSubscription(app.db, row.id, { card_checked_at: app.now() })
    await act(row, isOver).catch(error =>
      app.log.warn({ err: error, subscriptionId: row.id }, 'the renewal of a plan by card could not be settled'),
    )
    await app.changeEvents.emit('users', row.user_id)
  }
  return due.length
}
