import type { Order } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import type { Column } from '../../components/data-table/index.ts'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive, useMask } from '../../components/sensitive.tsx'
import { StatusDot, type StatusKind } from '../../components/status-dot.tsx'
import { formatMoney } from '../../lib/format.ts'
import styles from './wallet.module.css'

/** The columns of an order in every list. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useTranslation()
  return useMemo(() => orderColumns(t), [t])
}

const orderColumns = (t: TFunction): Column<Order>[] => [
  {
    key: 'order',
    title: t('wallet.orders.columns.order'),
    width: 240,
    always: true,
    grows: true,
    card: 'heading',
    render: ({ trade_no }) => (
      <span translate="no">
        <code className={styles.order}>{trade_no}</code>
        <CopyButton text={trade_no} what={t('wallet.orders.columns.order')} />
      </span>
    ),
  },
  {
    key: 'status',
    title: t('wallet.orders.columns.status'),
    sort: 'status',
    width: 140,
    card: 'field',
    render: order => <OrderState order={order} />,
  },
  {
    key: 'quota',
    title: t('wallet.orders.columns.quota'),
    sort: 'quota',
    width: 112,
    numeric: true,
    card: 'field',
    render: ({ quota, status }) => <Quota value={quota} isCredit={status === 'success'} />,
  },
  {
    key: 'money',
    title: t('wallet.orders.columns.money'),
    sort: 'money_cents',
    width: 112,
    numeric: true,
    card: 'field',
    render: ({ money_cents, currency }) => <Sensitive>{formatMoney(money_cents / 100, currency)}</Sensitive>,
  },
  {
    key: 'plan',
    title: t('wallet.orders.columns.plan'),
    width: 128,
    rank: 2,
    render: ({ plan, subscription_id, status }) => {
      const isBalance = plan === '' || (subscription_id === 0 && status !== 'pending' && status !== 'expired')
      return isBalance ? t('wallet.orders.balance') : plan
    },
  },
  {
    key: 'method',
    title: t('wallet.orders.columns.method'),
    width: 112,
    rank: 1,
    render: ({ payment_method }) => t(`wallet.methods.${payment_method}`),
  },
  {
    key: 'created',
    title: t('wallet.orders.columns.created'),
    sort: 'create_time',
    width: 128,
    rank: 3,
    render: ({ create_time }) => <RelativeTime at={create_time} />,
  },
  {
    key: 'completed',
    title: t('wallet.orders.columns.completed'),
    sort: 'complete_time',
    width: 128,
    rank: 2,
    render: ({ complete_time }) => (complete_time > 0 ? <RelativeTime at={complete_time} /> : '–'),
  },
]

interface OrderStateProps {
  order: Order
  /** A further note about it. */
  more?: string | undefined
}

/** An order's state, and on hover the refunded amount. */
export function OrderState({ order: { status, refunded_cents, currency }, more }: OrderStateProps) {
  const { t } = useTranslation()
  const mask = useMask()
  const paidBack =
    refunded_cents > 0 && t('wallet.orders.partly', { money: mask(formatMoney(refunded_cents / 100, currency)) })
  return (
    <StatusDot
      kind={KINDS[status]}
      label={t(`wallet.orders.states.${status}`)}
      reason={[more, paidBack].filter(Boolean).join(' · ') || undefined}
    />
  )
}

const KINDS: Record<Order['status'], StatusKind> = {
  pending: 'resting',
  success: 'good',
  expired: 'off',
  refunded: 'off',
  disputed: 'broken',
}
