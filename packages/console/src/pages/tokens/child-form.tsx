import { calls, splitList, TOKEN_NAME_MAX_LENGTH, type Token } from '@tollgate/contract'
import { Form, Input, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { MultiSelect } from '../../components/multi-select.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { send } from '../../lib/call.ts'
import { useMakeChild, useUsableModels } from './api.ts'
import { ExpiryInput } from './expiry-input.tsx'
import { EXPIRY_FORMAT, expiryRule } from './token-values.ts'

interface ChildValues {
  name: string
  quota: number
  models: string[]
  /** In `EXPIRY_FORMAT`; empty: with the parent. */
  expires: string
  rpm: number | null
  label: string
}

interface ChildFormProps {
  parent: Token
  onCreated: (tokens: Token[]) => void
  onClose: () => void
}

const PRESETS = [5_000, 50_000, 500_000]

/** Makes a child key: empty fields are inherited from its parent. */
export function ChildForm({ parent, onCreated, onClose }: ChildFormProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<ChildValues>()
  const { mutateAsync: make } = useMakeChild(parent.id)
  const usable = useUsableModels()
  const models = parent.model_limits_enabled ? splitList(parent.model_limits) : usable

  const save = async ({ name, quota, models, expires, rpm, label }: ChildValues) => {
    const { id } = await make({
      name,
      quota,
      label,
      ...(models.length > 0 && { models }),
      ...(expires !== '' && { expires_at: dayjs(expires, EXPIRY_FORMAT, true).unix() }),
      ...(rpm && { rpm }),
    })
    onCreated([await send(calls.tokens.get, { params: { id } })])
    return true
  }

  return (
    <FormDrawer
      title={t('tokens.child.title', { name: parent.name })}
      form={form}
      draft={`child-key-${parent.id}`}
      initial={{ name: '', quota: PRESETS[1] ?? 0, models: [], expires: '', rpm: null, label: '' }}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('tokens.form.create')}
    >
      <Form.Item
        name="name"
        label={t('tokens.form.name')}
        rules={[{ required: true, whitespace: true, message: t('tokens.form.nameRequired') }]}
      >
        <Input autoFocus maxLength={TOKEN_NAME_MAX_LENGTH} showCount />
      </Form.Item>
      <Form.Item name="quota" label={t('tokens.form.quota')} extra={t('tokens.child.quotaHint')}>
        <QuotaInput min={1} presets={PRESETS} />
      </Form.Item>
      <Form.Item name="models" label={t('tokens.form.models')} extra={t('tokens.child.modelsHint')}>
        <MultiSelect allowClear options={models.map(model => ({ value: model, label: model }))} />
      </Form.Item>
      <Form.Item
        name="expires"
        label={t('tokens.form.expires')}
        extra={t('tokens.child.expiresHint')}
        rules={[expiryRule(t('tokens.form.expiryInvalid'))]}
      >
        <ExpiryInput />
      </Form.Item>
      <Form.Item name="rpm" label={t('tokens.child.rpm')} extra={t('tokens.child.rpmHint')}>
        <InputNumber min={1} max={1_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="label" label={t('tokens.child.label')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}
