import { App, Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useQuotaText } from '../../components/quota.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { CallError } from '../../lib/call.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useStatus } from '../../session/status.tsx'
import { useTransfer } from './api.ts'

/** Moves earnings to the balance: at least one unit of currency, at most all of them. */
export function Transfer({ available }: { available: number }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { quota_per_unit: least } = useStatus()
  const amount = useQuotaText()
  const [isMasked] = useStored(stored.masked)
  const [form] = Form.useForm<{ quota: number }>()
  const { mutateAsync: transfer, isPending } = useTransfer()
  const tooSmall = t('wallet.invite.tooSmall', { min: amount(least) })

  const submit = async ({ quota }: { quota: number }) => {
    try {
      await transfer(quota)
      message.success(t('wallet.invite.transferred', { amount: amount(quota) }))
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
      initialValues={{ quota: isMasked ? 0 : available }}
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
