import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../../components/form-modal.tsx'
import { useQuotaText } from '../../../components/quota.tsx'
import { QuotaInput } from '../../../components/quota-input.tsx'
import type { LogRow } from '../api.ts'
import { CALL_DECIMALS } from '../call-decimals.ts'
import { useRefund } from './api.ts'

/** Asks how much of a call's charge to refund, and why. `left`: quota. */
export function RefundDialog({ row, left, onClose }: { row: LogRow; left: number; onClose: () => void }) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  const { message } = App.useApp()
  const [quota, setQuota] = useState(left)
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useRefund()
  const giveBack = () =>
    mutate(
      { log_id: row.id, quota, reason },
      {
        onSuccess: () => {
          message.success(t('refunds.done', { amount: amount(quota, CALL_DECIMALS) }))
          onClose()
        },
      },
    )
  return (
    <FormModal
      open
      title={t('refunds.title', { model: row.model_name })}
      okText={t('refunds.agree')}
      okButtonProps={{ disabled: reason.trim() === '' || quota < 1 }}
      confirmLoading={isPending}
      onOk={giveBack}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('refunds.amount')}
          htmlFor="refund-amount"
          extra={t('refunds.amountHint')}
          validateStatus={error ? 'error' : undefined}
          help={error?.message}
        >
          <QuotaInput id="refund-amount" min={1} value={quota} onChange={setQuota} presets={[left]} />
        </Form.Item>
        <Reason id="refund-reason" value={reason} onChange={setReason} />
      </Form>
    </FormModal>
  )
}

const LONGEST_REASON = 200

/** The reason for a refund; required. */
export function Reason({ id, value, onChange }: { id: string; value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation()
  return (
    <Form.Item label={t('refunds.reason')} htmlFor={id} extra={t('refunds.reasonHint')} required>
      <Input id={id} maxLength={LONGEST_REASON} value={value} onChange={({ target }) => onChange(target.value)} />
    </Form.Item>
  )
}
