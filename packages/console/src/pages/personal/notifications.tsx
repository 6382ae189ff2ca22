import type { UserSetting } from '@tollgate/contract'
import { App, Button, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaInput } from '../../components/quota-input.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { CallError } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import { type Preferences, useSavePreferences } from './api.ts'
import styles from './personal.module.css'

type Fields = Omit<Preferences, 'accept_unset_model_ratio_model'>

/** In dollars. */
const THRESHOLDS = [0.2, 1, 5, 10]

interface NotificationsProps {
  setting: UserSetting
  /** The address for warnings, unless another is given. */
  email: string
}

/** Where and when the user is warned of a low balance. */
export function Notifications({ setting, email }: NotificationsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const mask = useMask()
  const { quota_per_unit, quota_remind_threshold } = useStatus()
  const [form] = Form.useForm<Fields>()
  const type = Form.useWatch('notify_type', form) ?? setting.notify_type
  const { mutateAsync: save, isPending } = useSavePreferences()

  const submit = async () => {
    const { accept_unset_model_ratio_model, store_responses } = setting
    try {
      // Also the fields of the other type, which are not rendered.
      await save({ ...form.getFieldsValue(true), accept_unset_model_ratio_model, store_responses })
      message.success(t('personal.preferences.saved'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const name = FIELDS[type].find(field => field === error.field)
      if (name) form.setFields([{ name, errors: [error.message] }])
      else message.error(t('personal.notifications.failed', { reason: error.message }))
    }
  }

  return (
    <Form
      form={form}
      name="notifications"
      className={styles.form}
      layout="vertical"
      initialValues={initialOf(setting, quota_remind_threshold)}
      onFinish={submit}
    >
      <Form.Item name="notify_type" label={t('personal.notifications.type')}>
        <Radio.Group
          options={(['email', 'webhook'] as const).map(value => ({
            value,
            label: t(`personal.notifications.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="quota_warning_threshold"
        label={t('personal.notifications.threshold')}
        extra={t('personal.notifications.thresholdHint')}
      >
        <QuotaInput presets={THRESHOLDS.map(dollars => dollars * quota_per_unit)} />
      </Form.Item>
      {type === 'email' ? (
        <Form.Item
          name="notification_email"
          label={t('personal.notifications.address')}
          extra={
            email
              ? t('personal.notifications.addressElse', { email: mask(email) })
              : t('personal.notifications.addressNone')
          }
        >
          <Input inputMode="email" autoComplete="email" maxLength={254} placeholder={mask(email)} />
        </Form.Item>
      ) : (
        <>
          <Form.Item
            name="webhook_url"
            label={t('personal.notifications.url')}
            extra={t('personal.notifications.urlHint')}
          >
            <Input inputMode="url" autoComplete="off" maxLength={2048} placeholder="https://" />
          </Form.Item>
          <Form.Item
            name="webhook_secret"
            label={t('personal.notifications.secret')}
            extra={t('personal.notifications.secretHint')}
          >
            <SecretField isSet={setting.has_webhook_secret} />
          </Form.Item>
        </>
      )}
      <Button htmlType="submit" loading={isPending}>
        {t('personal.preferences.save')}
      </Button>
    </Form>
  )
}

/** The fields rendered for a type. */
const FIELDS = {
  email: ['quota_warning_threshold', 'notification_email'],
  webhook: ['quota_warning_threshold', 'webhook_url', 'webhook_secret'],
} as const

/** `usual`: the threshold that applies until the user chooses one. */
const initialOf = (setting: UserSetting, usual: number): Fields => ({
  notify_type: setting.notify_type,
  quota_warning_threshold: setting.quota_warning_threshold ?? usual,
  notification_email: setting.notification_email ?? '',
  webhook_url: setting.webhook_url ?? '',
  webhook_secret: '',
})
