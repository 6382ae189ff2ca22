import type { PaymentContext } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { subscription } from './objects.ts'

/** These never charge again. https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const OVER: readonly string[] = ['canceled', 'incomplete_expired']

export const isOverAtStripe = ({ status }: { status: string }): boolean => OVER.includes(status)

/** Ends a subscription of Stripe, which may have ended. */
export async function endAtStripe(app: PaymentContext, cardRef: string): Promise<void> {
  const path = `subscriptions/${cardRef}`
  const found = await askStripe(app, subscription, path)
  if (!isOverAtStripe(found)) await askStripe(app, subscription, path, { method: 'DELETE' })
  await forgetCard(app, cardRef)
}

/** Nothing renews it any more. */
export async function forgetCard({ db }: Pick<PaymentContext, 'db'>, cardRef: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ card_ref: '', card_told: 1, renews: 0 })
    .where('card_ref', '=', cardRef)
    .execute()
}
