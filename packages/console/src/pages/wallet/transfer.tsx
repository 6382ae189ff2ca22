import { App, Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaInput } from '../../components/quota-input.tsx'
import { CallError } from '../../lib/call.ts'
import { formatQuota } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useTransfer } from './api.ts'

/** Moves earnings to the balance: at least one unit of currency, at most all of them. */
export function Transfer({ available }: { available: number }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const status = useStatus()
  const [form] = Form.useForm<{ quota: number }>()
  const { mutateAsync: transfer, isPending } = useTransfer()
  const least = status.quota_per_unit
  const tooSmall = t('wallet.invite.tooSmall', { min: formatQuota(least, status) })

  const submit = async ({ quota }: { quota: number }) => {
    try {
      await transfer(quota)
      message.success(t('wallet.invite.transferred', { amount: formatQuota(quota, status) }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.setFields([{ name: 'quota', errors: [error.message] }])
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      colon={false}
      initialValues={{ quota: available }}
      disabled={available < least}
      onFinish={submit}
    >
      <Form.Item
        name="quota"
        label={t('wallet.invite.amount')}
        extra={tooSmall}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_, quota: number) => {
              if (quota < least) throw new Error(tooSmall)
            },
          },
        ]}
      >
        <QuotaInput presets={[]} />
      </Form.Item>
      <Button htmlType="submit" loading={isPending}>
        {t('wallet.invite.transfer')}
      </Button>
    </Form>
  )
}
