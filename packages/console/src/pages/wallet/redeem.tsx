import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { CallError } from '../../lib/call.ts'
import { formatQuota } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import { useRedeem } from './api.ts'
import styles from './wallet.module.css'

/** Redeems a code for quota; the operator's link leads to where codes are sold. */
export function Redeem() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const status = useStatus()
  const isAdmin = useIsAdmin()
  const [form] = Form.useForm<{ key: string }>()
  const { mutateAsync: redeem, isPending } = useRedeem()

  const submit = async ({ key }: { key: string }) => {
    try {
      const quota = await redeem(key.trim())
      message.success(
        quota > 0 ? t('wallet.redeem.added', { amount: formatQuota(quota, status) }) : t('wallet.redeem.plan'),
      )
      form.resetFields()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.setFields([{ name: 'key', errors: [error.message] }])
    }
  }

  return (
    <Panel title={t('wallet.redeem.title')} hint={t('wallet.redeem.hint')}>
      <Form
        form={form}
        layout="vertical"
        colon={false}
        requiredMark={false}
        onFinish={submit}
        initialValues={{ key: '' }}
      >
        <Form.Item
          name="key"
          label={t('wallet.redeem.code')}
          validateTrigger="onSubmit"
          rules={[{ required: true, whitespace: true, message: t('wallet.redeem.required') }]}
        >
          <Input className="code" autoComplete="off" spellCheck={false} maxLength={200} />
        </Form.Item>
        <div className={styles.buttons}>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('wallet.redeem.redeem')}
          </Button>
          {status.top_up_link ? (
            <Button href={status.top_up_link} target="_blank" rel="noreferrer">
              {t('wallet.redeem.get')}
            </Button>
          ) : (
            <span className={styles.noLink}>
              {isAdmin ? (
                <Link to={places.option('operation', 'TopUpLink')}>{t('wallet.redeem.setLink')}</Link>
              ) : (
                t('wallet.redeem.noLink')
              )}
            </span>
          )}
        </div>
      </Form>
    </Panel>
  )
}
