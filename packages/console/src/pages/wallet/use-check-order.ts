import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSettleOrder } from './api.ts'

/** Asks whether an order is paid, and reports it. */
export function useCheckOrder(): (tradeNo: string) => void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: settle } = useSettleOrder()
  return tradeNo =>
    settle(tradeNo, {
      onSuccess: ({ status, plan, subscription_id }) => {
        if (status === 'pending' || status === 'expired') message.info(t('wallet.orders.stillOpen'))
        else if (plan === '') message.success(t('wallet.orders.credited'))
        else if (subscription_id > 0) message.success(t('plans.bought', { plan }))
        else message.warning(t('wallet.orders.becameBalance', { plan }))
      },
    })
}

/** A buyer who returns from the provider has the order's number in the address. */
export function useReturnFromPayment(): void {
  const [place, setPlace] = useSearchParams()
  const check = useCheckOrder()
  const returned = place.get('order')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order in the address
  useEffect(() => {
    if (!returned) return
    setPlace({}, { replace: true })
    check(returned)
  }, [returned])
}
