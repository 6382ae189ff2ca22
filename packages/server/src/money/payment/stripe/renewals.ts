import { updateSubscription } from '../../plans/store.ts'
import type { CardRenewals } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { endAtStripe, forgetCard, isOverAtStripe } from './end-at-stripe.ts'
import { invoice, subscription } from './objects.ts'
import { settleInvoice } from './settle-invoice.ts'

/** Stripe's subscriptions. Each act begins with their present state, so that a repetition changes nothing. */
export const renewals: CardRenewals = {
  async settle(app, { card_ref }) {
    const found = await askStripe(app, subscription, `subscriptions/${card_ref}`)
    const { latest_invoice, cancel_at_period_end } = found
    if (latest_invoice !== '') await settleInvoice(app, await askStripe(app, invoice, `invoices/${latest_invoice}`))
    if (isOverAtStripe(found)) return forgetCard(app, card_ref)
    const renews = cancel_at_period_end ? 0 : 1
    // What its owner wishes here, and Stripe was not told yet, comes first.
    await app.db
      .updateTable('subscriptions')
      .set({ renews, card_told: renews })
      .where('card_ref', '=', card_ref)
      .where('status', '!=', 'ended')
      .whereRef('renews', '=', 'card_told')
      .execute()
  },

  async tell(app, { id, card_ref, renews }) {
    const path = `subscriptions/${card_ref}`
    const found = await askStripe(app, subscription, path)
    if (isOverAtStripe(found)) return forgetCard(app, card_ref)
    const cancels = renews === 0
    if (found.cancel_at_period_end !== cancels)
      await askStripe(app, subscription, path, { form: { cancel_at_period_end: String(cancels) } })
    await updateSubscription(app.db, id, { card_told: renews })
  },

  end: endAtStripe,
}
