import type { ListedOrder } from '@tollgate/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useQuotaText } from '../../components/quota.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useCompleteOrder } from './api.ts'
import { ReasonField } from './reason-field.tsx'

/** Credits an order that was paid outside its provider. */
export function CompleteForm({ order, onClose }: { order: ListedOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ reason: string }>()
  const { mutateAsync: complete } = useCompleteOrder()
  const quota = useQuotaText()(order.quota)
  return (
    <FormDrawer
      title={t('orders.completeTitle', { order: order.trade_no })}
      form={form}
      draft={`order-complete-${order.id}`}
      initial={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await complete({ id: order.id, reason })
        return true
      }}
      onClose={onClose}
      submitLabel={t('orders.complete')}
    >
      <p>
        {order.plan
          ? t('orders.completePlanHint', { plan: order.plan, user: masked(order.username) })
          : t('orders.completeHint', { quota, user: masked(order.username) })}
      </p>
      <ReasonField />
    </FormDrawer>
  )
}
