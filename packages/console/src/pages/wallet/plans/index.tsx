import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/panel.tsx'
import { useOffers, useOwnPlans } from './api.ts'
import { OfferCard } from './offer-card.tsx'
import { OwnPlan } from './own-plan.tsx'
import styles from './plans.module.css'

/** The user's plans and the shop; hidden if there are none. */
export function Plans() {
  const { t } = useTranslation()
  const { data: offers = [] } = useOffers()
  const { data: own = [] } = useOwnPlans()
  if (offers.length === 0 && own.length === 0) return null
  const running = own.filter(({ status }) => status !== 'ended')
  const [last] = own.filter(({ status }) => status === 'ended')
  return (
    <Panel title={t('plans.title')} hint={t('plans.hint')}>
      <div className={styles.cards}>
        {running.map(plan => (
          <OwnPlan key={plan.id} plan={plan} isOneOfSeveral={running.length > 1} offers={offers} />
        ))}
        {last && running.length === 0 && (
          <p className={styles.ended}>
            {t('plans.ended', { plan: last.name })} {t(`plans.ends.${endOf(last.end_reason)}`)}
          </p>
        )}
      </div>
      {offers.length > 0 && (
        <>
          <h3 className={styles.label}>{t('plans.shop')}</h3>
          <div className={styles.cards}>
            {offers.map(offer => (
              <OfferCard key={offer.id} offer={offer} />
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

const ENDS = [
  'over',
  'unpaid',
  'plan_deleted',
  'by_user',
  'by_admin',
  'paid_back',
  'upgraded',
  'team_dissolved',
] as const
const endOf = (reason: string) => ENDS.find(one => one === reason) ?? 'over'
