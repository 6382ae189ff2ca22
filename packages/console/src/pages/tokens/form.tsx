import { AUTO_GROUP, TOKEN_BATCH_MAX, TOKEN_NAME_MAX_LENGTH, type Token } from '@tollgate/contract'
import { App, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { Below, FormSection } from '../../components/form-section.tsx'
import { GroupTag } from '../../components/group-tag.tsx'
import { MultiSelect } from '../../components/multi-select.tsx'
import { PeriodLimit } from '../../components/period-limit.tsx'
import { QuickValues } from '../../components/quick-values.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { useStatus } from '../../session/status.tsx'
import { useCreateToken, useUpdateToken, useUsableGroupsQuery, useUsableModels } from './api.ts'
import { ExpiryInput } from './expiry-input.tsx'
import {
  expiryRule,
  hasPassed,
  newTokenValues,
  type TokenValues,
  tokenOfValues,
  valuesOfToken,
} from './token-values.ts'

const QUICK_COUNTS = [10, 20, 30, 100].map(count => ({ value: count, label: String(count) }))

interface TokenFormProps {
  /** The token to change; absent: new ones are created. */
  token: Token | undefined
  onCreated: (tokens: Token[]) => void
  onClose: () => void
}

export function TokenForm({ token, onCreated, onClose }: TokenFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<TokenValues>()
  const { mutateAsync: create } = useCreateToken()
  const { mutateAsync: update } = useUpdateToken()
  const { data: groups = {}, isPending } = useUsableGroupsQuery()
  const models = useUsableModels()
  const mayStartWithAuto = useStatus().default_use_auto_group && !token
  const startsWithAuto = mayStartWithAuto && AUTO_GROUP in groups
  const isChild = token !== undefined && token.parent_id > 0

  const save = async (values: TokenValues) => {
    const sent = isChild ? ofChild(tokenOfValues(values)) : tokenOfValues(values)
    if (token) await update({ id: token.id, ...sent })
    else onCreated(await create({ ...sent, count: values.count }))
    if (hasPassed(Number(sent.expired_time), Date.now() / 1000)) message.warning(t('tokens.form.expiryPassed'))
    return true
  }

  // a form keeps the values that it opened with
  if (mayStartWithAuto && isPending) return null
  return (
    <FormDrawer
      title={token ? t('tokens.form.change', { name: token.name }) : t('tokens.form.add')}
      form={form}
      draft={`token-${token?.id ?? 'new'}`}
      initial={token ? valuesOfToken(token) : { ...newTokenValues, group: startsWithAuto ? AUTO_GROUP : '' }}
      onSubmit={save}
      onClose={onClose}
      submitLabel={token ? undefined : t('tokens.form.create')}
    >
      <FormSection title={t('tokens.form.what')}>
        <Form.Item
          name="name"
          label={t('tokens.form.name')}
          rules={[{ required: true, whitespace: true, message: t('tokens.form.nameRequired') }]}
        >
          <Input autoFocus maxLength={TOKEN_NAME_MAX_LENGTH} showCount />
        </Form.Item>
        {!token && (
          <Form.Item label={t('tokens.form.count')} htmlFor="count" extra={t('tokens.form.countHint')}>
            <Form.Item name="count" noStyle>
              <InputNumber min={1} max={TOKEN_BATCH_MAX} precision={0} />
            </Form.Item>
            <QuickValues values={QUICK_COUNTS} onPick={count => form.setFieldValue('count', count)} />
          </Form.Item>
        )}
        <Form.Item name="expires" label={t('tokens.form.expires')} rules={[expiryRule(t('tokens.form.expiryInvalid'))]}>
          <ExpiryInput />
        </Form.Item>
      </FormSection>

      <Below>
        <FormSection title={t('tokens.form.spending')} hint={t('tokens.form.spendingHint')}>
          <Form.Item
            name="unlimited_quota"
            label={t('tokens.form.unlimited')}
            layout="horizontal"
            valuePropName="checked"
            hidden={isChild}
          >
            <Switch />
          </Form.Item>
          <Form.Item noStyle dependencies={['unlimited_quota']}>
            {({ getFieldValue }) => (
              <Form.Item
                name="remain_quota"
                label={t('tokens.form.quota')}
                hidden={isChild || getFieldValue('unlimited_quota')}
              >
                <QuotaInput />
              </Form.Item>
            )}
          </Form.Item>
          <PeriodLimit limited={token} />
        </FormSection>

        <FormSection
          title={t('tokens.form.limits')}
          folded={!token?.model_limits_enabled && !token?.allow_ips && !token?.group && !startsWithAuto}
        >
          <Form.Item name="group" label={t('tokens.form.group')} extra={t('tokens.form.groupHint')} hidden={isChild}>
            <Select
              options={[
                { value: '', label: t('tokens.ownGroup') },
                ...Object.entries(groups).map(([name, { ratio, desc, is_own, tries }]) => ({
                  value: name,
                  label: tries ? (
                    `${name}${desc && ` – ${desc}`}: ${tries.join(' → ')}`
                  ) : (
                    <GroupTag name={desc && desc !== name ? `${name} – ${desc}` : name} ratio={ratio} isOwn={is_own} />
                  ),
                })),
              ]}
            />
          </Form.Item>
          <Form.Item
            name="model_limits_enabled"
            label={t('tokens.form.limitModels')}
            layout="horizontal"
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
          <Form.Item noStyle dependencies={['model_limits_enabled']}>
            {({ getFieldValue }) => (
              <Form.Item
                name="model_limits"
                label={t('tokens.form.models')}
                extra={t('tokens.form.modelsHint')}
                hidden={!getFieldValue('model_limits_enabled')}
              >
                <MultiSelect allowClear options={models.map(model => ({ value: model, label: model }))} />
              </Form.Item>
            )}
          </Form.Item>
          <Form.Item name="allow_ips" label={t('tokens.form.ips')} extra={t('tokens.form.ipsHint')} hidden={isChild}>
            <Input.TextArea
              className="code"
              autoSize={{ minRows: 2, maxRows: 8 }}
              placeholder={'203.0.113.7\n10.0.0.0/8'}
            />
          </Form.Item>
        </FormSection>
      </Below>
    </FormDrawer>
  )
}

/** The fields of a child key that may be changed: the others are its parent's, or were fixed when it was made. */
function ofChild({ remain_quota, unlimited_quota, group, allow_ips, ...own }: ReturnType<typeof tokenOfValues>) {
  return own
}
