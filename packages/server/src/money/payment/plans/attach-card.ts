import type { NamedOrder } from '../../wallet/store.ts'
import type { PaymentContext } from '../provider.ts'

/**
 * Lets the provider's subscription of a paid order renew the plan that the order began, also if that was completed by hand. Returns
 * false if there is nothing to renew, so that the provider's must end.
 */
export async function attachCard({ db }: Pick<PaymentContext, 'db'>, order: NamedOrder): Promise<boolean> {
  const { card_ref, subscription_id: id } = order
  const row = await db
    .selectFrom('subscriptions')
    .select(['status', 'card_ref'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.status === 'ended') return false
  await db
    .updateTable('subscriptions')
    .set({ card_ref, card_told: 1, renews: 1, card_checked_at: 0 })
    .where('id', '=', id)
    .where('card_ref', '=', '')
    // What its owner has decided since stays.
    .where('card_told', '=', 0)
    .where('status', '!=', 'ended')
    .execute()
  return true
}
