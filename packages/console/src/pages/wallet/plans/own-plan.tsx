import type { Offer, PlanUnit, Subscription, SubscriptionWindow } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../../components/figures.tsx'
import { LabelledSwitch } from '../../../components/labelled-switch.tsx'
import { lazyForm } from '../../../components/lazy-form.tsx'
import { useMask } from '../../../components/sensitive.tsx'
import { StatusDot } from '../../../components/status-dot.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useOpened } from '../../../components/use-opened.ts'
import { formatRelativeTime, formatTime } from '../../../lib/format.ts'
import { useChangePlan, useEndPlan } from './api.ts'
import styles from './plans.module.css'
import { HoldsFor, useAmountText } from './terms.tsx'

const UpgradeForm = lazyForm(() => import('./upgrade-form.tsx').then(file => file.UpgradeForm))

interface OwnPlanProps {
  plan: Subscription
  isOneOfSeveral: boolean
  /** The plans on offer, to which one may move. */
  offers: readonly Offer[]
  /** The team that has it; absent: the user. */
  team?: number
  /** Whether the user may not change it. */
  isFixed?: boolean
  children?: React.ReactNode
}

/** A running plan: what is left in each window, when it resets, and the user's actions. */
export function OwnPlan({ plan, isOneOfSeveral, offers, team, isFixed = false, children }: OwnPlanProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: change, isPending } = useChangePlan(team)
  const { mutate: end } = useEndPlan(team)
  const { id, name, status, renews, position, period, term_end } = plan
  const isPaused = status === 'paused'
  const upgrading = useOpened<true>()

  const askAndEnd = async () => {
    const question = { title: t('plans.endTitle', { plan: name }), consequence: t('plans.endConsequence') }
    if (await confirm({ ...question, agree: t('plans.end'), danger: true })) end(id)
  }

  return (
    <article className={styles.card} aria-label={name}>
      <header>
        <strong>{name}</strong>
        <StatusDot kind={isPaused ? 'resting' : 'good'} label={t(isPaused ? 'plans.paused' : 'plans.active')} />
      </header>
      <Figures dense figures={plan.windows.map(useWindowFigure(plan.unit))} />
      <HoldsFor terms={plan} />
      {term_end > 0 && (
        <p className={styles.quiet}>{t(renews ? 'plans.renewsAt' : 'plans.endsAt', { time: formatTime(term_end) })}</p>
      )}
      {plan.card_failed && <p>{t('plans.cardFailed')}</p>}
      {children}
      <footer hidden={isFixed}>
        {period !== 'once' && (
          <LabelledSwitch
            label={t(plan.by_card ? 'plans.renewsCard' : team ? 'plans.renewsTeam' : 'plans.renews')}
            checked={renews}
            onChange={renews => !isPending && change({ id, renews })}
          />
        )}
        {isOneOfSeveral && (
          <Button size="small" onClick={() => change({ id, position: position === 0 ? 1 : 0 })}>
            {t(position === 0 ? 'plans.useFirst' : 'plans.useByEnd')}
          </Button>
        )}
        {!isPaused && offers.some(offer => offer.id !== plan.plan_id) && (
          <Button size="small" onClick={() => upgrading.open(true)}>
            {t('plans.upgrade')}
          </Button>
        )}
        <Button size="small" danger onClick={askAndEnd}>
          {t('plans.end')}
        </Button>
      </footer>
      {upgrading.opened?.row && (
        <UpgradeForm key={upgrading.opened.key} plan={plan} offers={offers} team={team} onClose={upgrading.close} />
      )}
    </article>
  )
}

/** What is left of the allowance, and on hover when it resets. */
function useWindowFigure(unit: PlanUnit) {
  const { t } = useTranslation()
  const amountText = useAmountText()
  const mask = useMask()
  return ({ window, limit, used, resets_at }: SubscriptionWindow) => ({
    label: t(`plans.windows.${window}`),
    value: (
      <>
        {t('plans.left', { left: mask(amountText(unit, Math.max(0, limit - used))), limit: amountText(unit, limit) })}
        <small className={styles.returns}>
          {resets_at > 0 ? t('plans.returns', { time: formatRelativeTime(resets_at) }) : t('plans.notBegun')}
        </small>
      </>
    ),
    ...(resets_at > 0 && { hint: formatTime(resets_at) }),
  })
}
