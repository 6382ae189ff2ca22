import type { Plan } from '@tollgate/contract'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useGivePlan } from './api.ts'

interface Values {
  user_id: number | null
  reason: string
}

/** Gives a plan to a user for one period. */
export function GiveForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const { mutateAsync: give } = useGivePlan()
  return (
    <FormDrawer
      title={t('plans.giveTitle', { plan: plan.name })}
      form={form}
      draft={`give-plan-${plan.id}`}
      initial={{ user_id: null, reason: '' }}
      onSubmit={async ({ user_id, reason }) => {
        await give({ plan_id: plan.id, user_id: user_id ?? 0, reason })
        return true
      }}
      onClose={onClose}
      submitLabel={t('plans.give')}
    >
      <Form.Item
        name="user_id"
        label={t('plans.userId')}
        rules={[{ required: true, message: t('plans.userRequired') }]}
      >
        <InputNumber autoFocus min={1} precision={0} />
      </Form.Item>
      <ReasonField />
    </FormDrawer>
  )
}

export function ReasonField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="reason"
      label={t('plans.reason')}
      extra={t('plans.reasonHint')}
      rules={[{ required: true, whitespace: true, message: t('plans.reasonRequired') }]}
    >
      <Input.TextArea autoSize maxLength={200} />
    </Form.Item>
  )
}
