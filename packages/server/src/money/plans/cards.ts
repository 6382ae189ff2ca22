import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { SubscriptionRow } from './store.ts'

/** A provider's report of a renewal by card may come, or be made good, so long after the term's end. */
export const CARD_PATIENCE_SECONDS = 30 * 86_400

/** Whether a provider charges a card for the next term. */
export const isRenewedByCard = ({ card_ref, renews }: Pick<SubscriptionRow, 'card_ref' | 'renews'>): boolean =>
  card_ref !== '' && renews === 1

/** Returns the subscription that a provider's renews. */
export const subscriptionOfCard = (db: Db, cardRef: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('card_ref', '=', cardRef).executeTakeFirst()

/** The provider is asked so often whether the term after one that is over is paid. */
const CARD_CHECK_SECONDS = 3_600

/** Whether it may not charge the card: its user is gone, or who pays for a team's plan has left the team. */
const IS_WITHOUT_PAYER = sql<number>`case when exists (
  select 1 from users where users.id = subscriptions.user_id and users.deleted_at is not null
) or exists (
  select 1 from top_ups first join users payer on payer.id = first.user_id
  where first.card_ref = subscriptions.card_ref and first.user_id <> subscriptions.user_id
    and (payer.deleted_at is not null or not exists (
      select 1 from team_members member
      where member.team_id = subscriptions.user_id and member.user_id = first.user_id and member.left_at is null
    ))
) then 1 else 0 end`

/** Returns what providers renew by card and must be told about or asked about, with whether the card is over. */
export async function cardsToSettle(db: Db, now: number, limit: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select(IS_WITHOUT_PAYER.as('is_without_payer'))
    .where('card_ref', '<>', '')
    .where('card_checked_at', '<=', now - CARD_CHECK_SECONDS)
    .where(({ eb, or, ref }) =>
      or([
        eb('status', '=', 'ended'),
        eb(IS_WITHOUT_PAYER, '=', 1),
        eb('renews', '<>', ref('card_told')),
        eb('term_end', '<=', now),
      ]),
    )
    .orderBy('card_checked_at')
    .limit(limit)
    .execute()
  return rows.map(({ is_without_payer, ...row }) => ({
    row,
    isOver: row.status === 'ended' || Number(is_without_payer) === 1,
  }))
}
