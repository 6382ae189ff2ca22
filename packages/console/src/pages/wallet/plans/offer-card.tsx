import type { Offer } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useBuyPlan } from './api.ts'
import { PayButtons } from './pay-buttons.tsx'
import styles from './plans.module.css'
import { HoldsFor, useAllowances, usePriceText } from './terms.tsx'

/** A plan in the shop; `team`: for which it is bought. */
export function OfferCard({ offer, team }: { offer: Offer; team?: number }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const allowances = useAllowances()(offer)
  const price = usePriceText()(offer)
  const { mutate: buy, isPending } = useBuyPlan(team)
  const { id, name, description, beyond, seats, trial_days, left, payments } = offer
  const isSoldOut = left === 0

  const askAndBuy = async (trial: boolean) => {
    const consequence = trial
      ? t('plans.tryConsequence', { count: trial_days })
      : t(team ? 'plans.buyForTeam' : 'plans.buyConsequence', { price })
    const title = t(trial ? 'plans.tryTitle' : 'plans.buyTitle', { plan: name })
    if (!(await confirm({ title, consequence, agree: t(trial ? 'plans.try' : 'plans.buy') }))) return
    buy(
      { plan_id: id, trial, price: offer.price },
      { onSuccess: () => message.success(t('plans.bought', { plan: name })) },
    )
  }

  return (
    <article className={styles.card} aria-label={t('plans.offer', { plan: name })}>
      <header>
        <strong>{name}</strong>
        <span>{price}</span>
      </header>
      {description && <p>{description}</p>}
      <p className={styles.quiet}>{allowances}</p>
      <HoldsFor terms={offer} />
      {seats !== null && <p className={styles.quiet}>{t('plans.seats', { count: seats })}</p>}
      <p className={styles.quiet}>{t(`plans.beyond.${beyond}`)}</p>
      <footer>
        <Button type="primary" size="small" loading={isPending} disabled={isSoldOut} onClick={() => askAndBuy(false)}>
          {t(team ? 'plans.payTeam' : payments.length > 0 ? 'plans.payBalance' : 'plans.buy')}
        </Button>
        <PayButtons plan={offer} payments={payments} team={team} />
        {trial_days > 0 && (
          <Button size="small" disabled={isSoldOut} onClick={() => askAndBuy(true)}>
            {t('plans.tryDays', { count: trial_days })}
          </Button>
        )}
        {left !== null && <span className={styles.quiet}>{t('plans.stockLeft', { count: left })}</span>}
      </footer>
    </article>
  )
}
