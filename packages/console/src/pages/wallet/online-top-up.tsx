import { AlipayOutlined, WechatOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { QuickValues } from '../../components/quick-values.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatNumber, formatQuota } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import { usePay, usePayable } from './api.ts'
import { postForm } from './post-form.ts'
import { leastAmount, presetAmounts, quotaOfAmount } from './top-up-amount.ts'
import styles from './wallet.module.css'

const METHODS: { method: 'zfb' | 'wx'; icon: ReactNode }[] = [
  { method: 'zfb', icon: <AlipayOutlined /> },
  { method: 'wx', icon: <WechatOutlined /> },
]
const TYPING_PAUSE_MS = 400

export function OnlineTopUp() {
  const { t } = useTranslation()
  const { enable_online_topup } = useStatus()
  return (
    <Panel title={t('wallet.topUp.title')} hint={enable_online_topup && t('wallet.topUp.hint')}>
      {enable_online_topup ? <TopUpForm /> : <Disabled />}
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

/** An amount, its price, and a button for each way to pay. */
function TopUpForm() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const status = useStatus()
  const least = leastAmount(status)
  const [amount, setAmount] = useState(least)
  const asked = usePaused(amount, TYPING_PAUSE_MS)
  const isEnough = amount >= least
  const payable = usePayable(asked >= least ? asked : undefined)
  const { mutateAsync: pay, isPending, variables } = usePay()
  const tooSmall = t('wallet.topUp.tooSmall', { min: least })
  const isCurrent = asked === amount && !payable.isPlaceholderData
  const money = isEnough && !payable.isError && payable.data !== undefined ? payable.data : undefined

  const askAndPay = async (method: 'zfb' | 'wx') => {
    if (!isEnough) return void message.error(tooSmall)
    const agreed = await confirm({
      title: t('wallet.topUp.confirmTitle', { amount: formatQuota(quotaOfAmount(amount, status), status) }),
      consequence: t('wallet.topUp.confirm', { money, method: t(`wallet.methods.${method}`) }),
      agree: t('wallet.topUp.agree'),
    })
    if (!agreed) return
    const { url, data } = await pay({ amount, payment_method: method })
    postForm(url, data)
  }

  return (
    <Form layout="vertical" colon={false}>
      <Form.Item
        label={t(status.display_in_currency ? 'wallet.topUp.dollars' : 'wallet.topUp.quota')}
        htmlFor="top-up-amount"
        extra={t('wallet.topUp.least', { min: formatNumber(least) })}
        validateStatus={isEnough ? undefined : 'error'}
        help={isEnough ? payable.error?.message : tooSmall}
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
      <p className={styles.payable} aria-live="polite" data-stale={!isCurrent}>
        {t('wallet.topUp.payable')} <strong>{money === undefined ? '–' : `¥${money}`}</strong>
      </p>
      <div className={styles.buttons}>
        {METHODS.map(({ method, icon }) => (
          <Button
            key={method}
            icon={icon}
            loading={isPending && variables.payment_method === method}
            disabled={isEnough && (money === undefined || !isCurrent)}
            onClick={() => askAndPay(method)}
          >
            {t(`wallet.methods.${method}`)}
          </Button>
        ))}
      </div>
    </Form>
  )
}
