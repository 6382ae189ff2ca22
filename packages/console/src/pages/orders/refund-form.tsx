import type { ListedOrder } from '@tollgate/contract'
import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useRefundOrder } from './api.ts'
import { leftCents } from './order-state.ts'
import { ReasonField } from './reason-field.tsx'

const CENTS = 100

interface RefundValues {
  money: number | null
  reason: string
}

/** Refunds an order, or part of it. */
export function RefundForm({ order, onClose }: { order: ListedOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<RefundValues>()
  const { mutateAsync: refund } = useRefundOrder()
  const most = leftCents(order) / CENTS
  const isByProvider = order.payment_method === 'stripe' && order.completed_by === ''
  return (
    <FormDrawer
      title={t('orders.refundTitle', { order: order.trade_no })}
      form={form}
      draft={`order-refund-${order.id}`}
      initial={{ money: most, reason: '' }}
      onSubmit={async ({ money, reason }) => {
        await refund({ id: order.id, cents: Math.round((money ?? 0) * CENTS), reason })
        return true
      }}
      onClose={onClose}
      submitLabel={t('orders.refund')}
    >
      <Form.Item
        name="money"
        label={t('orders.refundMoney')}
        extra={t(isByProvider ? 'orders.refundThrough' : 'orders.refundElsewhere')}
        rules={[{ required: true, message: t('orders.moneyRequired') }]}
      >
        <InputNumber min={0.01} max={most} precision={2} suffix={order.currency.toUpperCase() || '¥'} />
      </Form.Item>
      {order.subscription_id > 0 && <p>{t('orders.refundPlan', { plan: order.plan })}</p>}
      <ReasonField />
    </FormDrawer>
  )
}
