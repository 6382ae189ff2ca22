import {
  REDEMPTION_BATCH_MAX,
  REDEMPTION_DEFAULT_QUOTA,
  REDEMPTION_NAME_MAX_LENGTH,
  type Redemption,
} from '@tollgate/contract'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { QuickValues } from '../../components/quick-values.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useCreateRedemptions, usePlanChoices, useUpdateRedemption } from './api.ts'

interface RedemptionValues {
  name: string
  quota: number
  /** For new codes: the plan that they grant instead; 0: none. */
  plan_id: number
  /** For new codes: how many. */
  count: number
}

const newValues: RedemptionValues = { name: '', quota: REDEMPTION_DEFAULT_QUOTA, plan_id: 0, count: 1 }
const QUICK_COUNTS = [10, 20, 30, 100].map(count => ({ value: count, label: String(count) }))

/** Newly created codes and their name. */
export interface NewCodes {
  name: string
  keys: string[]
}

interface RedemptionFormProps {
  /** The code to change; absent: new ones are created. */
  redemption: Redemption | undefined
  onCreated: (codes: NewCodes) => void
  onClose: () => void
}

export function RedemptionForm({ redemption, onCreated, onClose }: RedemptionFormProps) {
  const { t } = useTranslation()
  const status = useStatus()
  const [form] = Form.useForm<RedemptionValues>()
  const { mutateAsync: create } = useCreateRedemptions()
  const { mutateAsync: update } = useUpdateRedemption()
  const quota = Form.useWatch('quota', form) ?? REDEMPTION_DEFAULT_QUOTA
  const worth = formatQuota(quota, status)

  const planId = Form.useWatch('plan_id', form) ?? 0
  const { data: plans = [] } = usePlanChoices(redemption === undefined)
  const plan = plans.find(({ id }) => id === planId)

  const save = async ({ name, quota, plan_id, count }: RedemptionValues) => {
    if (redemption) await update({ id: redemption.id, name, quota })
    else onCreated({ name: name.trim() || plan?.name || worth, keys: await create({ name, quota, plan_id, count }) })
    return true
  }

  return (
    <FormDrawer
      title={redemption ? t('redemptions.form.change', { name: redemption.name }) : t('redemptions.form.add')}
      form={form}
      draft={`redemption-${redemption?.id ?? 'new'}`}
      initial={redemption ? { ...newValues, name: redemption.name, quota: redemption.quota } : newValues}
      onSubmit={save}
      onClose={onClose}
      submitLabel={redemption ? undefined : t('redemptions.form.create')}
    >
      <Form.Item
        name="name"
        label={t('redemptions.form.name')}
        extra={!redemption && t('redemptions.form.nameHint')}
        rules={redemption && [{ required: true, whitespace: true, message: t('redemptions.form.nameRequired') }]}
      >
        <Input
          autoFocus
          maxLength={REDEMPTION_NAME_MAX_LENGTH}
          showCount
          placeholder={redemption ? undefined : (plan?.name ?? worth)}
        />
      </Form.Item>
      {plans.length > 0 && (
        <Form.Item name="plan_id" label={t('redemptions.form.plan')} extra={t('redemptions.form.planHint')}>
          <Select
            options={[
              { value: 0, label: t('redemptions.form.noPlan') },
              ...plans.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
      )}
      <Form.Item
        name="quota"
        hidden={planId > 0}
        label={t('redemptions.form.quota')}
        extra={t('redemptions.form.quotaHint')}
      >
        <QuotaInput min={1} />
      </Form.Item>
      {!redemption && (
        <Form.Item
          label={t('redemptions.form.count')}
          htmlFor="count"
          extra={t('redemptions.form.countHint', { most: REDEMPTION_BATCH_MAX })}
        >
          <Form.Item name="count" noStyle>
            <InputNumber min={1} max={REDEMPTION_BATCH_MAX} precision={0} />
          </Form.Item>
          <QuickValues values={QUICK_COUNTS} onPick={count => form.setFieldValue('count', count)} />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
