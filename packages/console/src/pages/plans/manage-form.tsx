import type { Subscription, SubscriptionAction } from '@tollgate/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useManageSubscription } from './api.ts'
import { ReasonField } from './give-form.tsx'

interface ManageFormProps {
  subscription: Subscription
  action: SubscriptionAction
  onClose: () => void
}

/** Asks for the reason of an administrator's action on a subscription. */
export function ManageForm({ subscription: { id, name, username }, action, onClose }: ManageFormProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ reason: string }>()
  const { mutateAsync: manage } = useManageSubscription()
  return (
    <FormDrawer
      title={t(`plans.manage.${action}`, { plan: name, user: masked(username) })}
      form={form}
      draft={`subscription-${action}-${id}`}
      initial={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        await manage({ id, action, reason })
        return true
      }}
      onClose={onClose}
      submitLabel={t(`plans.actions.${action}`)}
    >
      <ReasonField />
    </FormDrawer>
  )
}
