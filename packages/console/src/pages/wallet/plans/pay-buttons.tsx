import type { Offer } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../components/use-confirm.ts'
import { formatMoney } from '../../../lib/format.ts'
import { goToPay } from '../go-to-pay.ts'
import { useOrderPlan } from './api.ts'

interface PayButtonsProps {
  plan: Pick<Offer, 'id' | 'name' | 'left'>
  payments: Offer['payments']
  team: number | undefined
  /** The running plan that it takes the place of, and the moment of its quote. */
  instead?: { upgrades: number; at: number }
}

/** A button for each way to pay for a plan beside the balance, with what it costs so. */
export function PayButtons({ plan: { id, name, left }, payments, team, instead }: PayButtonsProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutateAsync: order, isPending, variables } = useOrderPlan(team)

  const askAndPay = async ({ method, money_cents, currency }: Offer['payments'][number], by_card: boolean) => {
    const money = formatMoney(money_cents / 100, currency)
    const agreed = await confirm({
      title: t('plans.buyTitle', { plan: name }),
      consequence: t(by_card ? 'plans.cardConsequence' : instead ? 'plans.payUpgrade' : 'plans.payConsequence', {
        money,
        method: t(`wallet.methods.${method}`),
      }),
      agree: t('wallet.topUp.agree'),
    })
    if (!agreed) return
    const { url, fields } = await order({
      plan_id: id,
      payment_method: method,
      by_card,
      money_cents,
      currency,
      ...instead,
    })
    goToPay(url, fields)
  }

  return payments.flatMap(payment => {
    const { method, money_cents, currency } = payment
    const ways = payment.by_card ? [false, true] : [false]
    return ways.map(by_card => (
      <Button
        key={`${method}-${by_card}`}
        size="small"
        loading={isPending && variables.payment_method === method && variables.by_card === by_card}
        disabled={left === 0}
        onClick={() => askAndPay(payment, by_card)}
      >
        {t(by_card ? 'plans.renewByCard' : `wallet.methods.${method}`)} · {formatMoney(money_cents / 100, currency)}
      </Button>
    ))
  })
}
