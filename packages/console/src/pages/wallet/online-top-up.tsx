import { AlipayOutlined, CreditCardOutlined, WechatOutlined } from '@ant-design/icons'
import { bonusPercent, type PaymentMethod } from '@tollgate/contract'
import { Alert, App, Button, Form, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { QuickValues } from '../../components/quick-values.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatMoney, formatNumber, formatQuota } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import { usePay, usePayable } from './api.ts'
import { goToPay } from './go-to-pay.ts'
import { leastAmount, leastMinimum, presetAmounts, quotaOfAmount } from './top-up-amount.ts'
import styles from './wallet.module.css'

const ICONS: Record<PaymentMethod, ReactNode> = {
  zfb: <AlipayOutlined />,
  wx: <WechatOutlined />,
  stripe: <CreditCardOutlined />,
}
/** The methods of each provider, which cost the same. */
const EPAY = ['zfb', 'wx'] as const
const STRIPE = ['stripe'] as const
const TYPING_PAUSE_MS = 400

export function OnlineTopUp() {
  const { t } = useTranslation()
  // A status cached by an older version names none.
  const { topup_methods = [] } = useStatus()
  const isOn = topup_methods.length > 0
  return (
    <Panel title={t('wallet.topUp.title')} hint={isOn && t('wallet.topUp.hint')}>
      {isOn ? <TopUpForm /> : <Disabled />}
    </Panel>
  )
}

/** Tells administrators where to enable it. */
function Disabled() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  return (
    <Alert
      type="info"
      showIcon
      title={t(isAdmin ? 'wallet.topUp.enableHint' : 'wallet.topUp.disabled')}
      action={isAdmin && <Link to={places.option('system', 'PayAddress')}>{t('wallet.topUp.enable')}</Link>}
    />
  )
}

/** An amount, its price by each provider, and a button for each way to pay. */
function TopUpForm() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const site = useStatus()
  const status = { ...site, min_topup: leastMinimum(site) }
  const least = leastAmount(status)
  const [amount, setAmount] = useState(least)
  const asked = usePaused(amount, TYPING_PAUSE_MS)
  const isEnough = amount >= least
  const prices = usePrices(amount, asked)
  const { mutateAsync: pay, isPending, variables } = usePay()
  const quota = quotaOfAmount(amount, status)
  const percent = bonusPercent(site.topup_bonuses, quota / site.quota_per_unit)
  const tooSmall = t('wallet.topUp.tooSmall', { min: least })

  const askAndPay = async (method: PaymentMethod, money: string | undefined) => {
    if (!isEnough) return void message.error(tooSmall)
    const agreed = await confirm({
      title: t('wallet.topUp.confirmTitle', { amount: formatQuota(quota, status) }),
      consequence: t('wallet.topUp.confirm', { money, method: t(`wallet.methods.${method}`) }),
      agree: t('wallet.topUp.agree'),
    })
    if (!agreed) return
    const { url, data } = await pay({ amount, payment_method: method })
    goToPay(url, data)
  }

  return (
    <Form layout="vertical" colon={false}>
      <Form.Item
        label={t(status.display_in_currency ? 'wallet.topUp.dollars' : 'wallet.topUp.quota')}
        htmlFor="top-up-amount"
        extra={t('wallet.topUp.least', { min: formatNumber(least) })}
        validateStatus={isEnough ? undefined : 'error'}
        help={isEnough ? prices.find(({ error }) => error)?.error : tooSmall}
      >
        <InputNumber<number>
          id="top-up-amount"
          className={styles.amount}
          prefix={status.display_in_currency ? '$' : undefined}
          min={1}
          precision={0}
          value={amount}
          onChange={entered => setAmount(Math.max(1, entered ?? 1))}
        />
        <QuickValues
          values={presetAmounts(status).map(preset => ({
            value: preset,
            label: formatQuota(quotaOfAmount(preset, status), status, 0),
          }))}
          onPick={setAmount}
        />
      </Form.Item>
      <p className={styles.payable} aria-live="polite" data-stale={prices.some(({ isCurrent }) => !isCurrent)}>
        {t('wallet.topUp.payable')} <strong>{prices.map(({ money = '–' }) => money).join(' · ')}</strong>
      </p>
      {percent > 0 && <p>{t('wallet.topUp.bonus', { amount: formatQuota((quota * percent) / 100, status) })}</p>}
      <div className={styles.buttons}>
        {prices.flatMap(({ methods, money, isCurrent }) =>
          methods.map(method => (
            <Button
              key={method}
              icon={ICONS[method]}
              loading={isPending && variables.payment_method === method}
              disabled={isEnough && (money === undefined || !isCurrent)}
              onClick={() => askAndPay(method, money)}
            >
              {t(`wallet.methods.${method}`)}
            </Button>
          )),
        )}
      </div>
    </Form>
  )
}

interface Price {
  methods: PaymentMethod[]
  /** undefined: not known yet, or the amount cannot be bought this way. */
  money: string | undefined
  isCurrent: boolean
  error: string | undefined
}

/** What an amount costs by each provider that is set up. */
function usePrices(amount: number, asked: number): Price[] {
  const { min_topup, stripe_min_topup, stripe_currency } = useStatus()
  const epay = usePrice(EPAY, { minimum: min_topup, currency: '' }, amount, asked)
  const stripe = usePrice(STRIPE, { minimum: stripe_min_topup, currency: stripe_currency }, amount, asked)
  return [epay, stripe].filter(({ methods }) => methods.length > 0)
}

function usePrice(
  all: readonly PaymentMethod[],
  { minimum, currency }: { minimum: number; currency: string },
  amount: number,
  asked: number,
): Price {
  const status = useStatus()
  const methods = all.filter(method => status.topup_methods.includes(method))
  const least = leastAmount({ ...status, min_topup: minimum })
  const { data, error, isPlaceholderData } = usePayable(asked >= least ? asked : undefined, methods[0])
  const isKnown = amount >= least && !error && data !== undefined
  return {
    methods,
    money: isKnown ? formatMoney(data, currency) : undefined,
    isCurrent: asked === amount && !isPlaceholderData,
    error: error?.message,
  }
}
