import type { RefundBatch } from '@tollgate/contract'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../../components/form-modal.tsx'
import { useQuotaText } from '../../../components/quota.tsx'
import { masked } from '../../../components/sensitive.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import type { LogFilter } from '../api.ts'
import styles from '../log.module.css'
import { filtersToRefund, useBeginRefund, useRefundBatches, useRefundPreview, useUndoRefund } from './api.ts'
import { Reason } from './dialog.tsx'

/** Refunds every call that passes the filters; below it the last such refunds, with their progress and undo. */
export default function RefundOfFilter({
  filters,
  onClose,
}: {
  filters: Record<LogFilter, string>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  const { message } = App.useApp()
  const [reason, setReason] = useState('')
  const wanted = filtersToRefund(filters)
  const { data: preview, error: unread } = useRefundPreview(wanted)
  const { mutate, error, isPending } = useBeginRefund()
  const { data: batches } = useRefundBatches()
  const isNothing = !preview || preview.quota === 0
  const begin = () =>
    wanted &&
    mutate(
      { ...wanted, reason },
      {
        onSuccess: () => {
          message.success(t('refunds.begun'))
          setReason('')
        },
      },
    )
  const told = () => {
    if (!wanted) return t('refunds.needSpan')
    if (!preview) return unread?.message ?? '…'
    if (isNothing) return t('refunds.nothing')
    const { calls: count, users, quota } = preview
    const values = { count, number: formatNumber(count), users: formatNumber(users) }
    return t('refunds.preview', { ...values, amount: amount(quota) })
  }
  return (
    <FormModal
      open
      title={t('refunds.allTitle')}
      okText={t('refunds.begin')}
      okButtonProps={{ disabled: isNothing || reason.trim() === '', danger: true }}
      confirmLoading={isPending}
      onOk={begin}
      onCancel={onClose}
    >
      <p aria-live="polite">{told()}</p>
      <Form layout="vertical" component="div">
        <Reason id="refund-all-reason" value={reason} onChange={setReason} />
        {error && <Form.Item validateStatus="error" help={error.message} />}
      </Form>
      {batches && batches.items.length > 0 && (
        <section aria-label={t('refunds.earlier')}>
          <h3 className={styles.earlier}>{t('refunds.earlier')}</h3>
          <ul className={styles.batches}>
            {batches.items.map(batch => (
              <Batch key={batch.id} batch={batch} />
            ))}
          </ul>
        </section>
      )}
    </FormModal>
  )
}

function Batch({ batch }: { batch: RefundBatch }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: undo, isPending } = useUndoRefund()
  const { id, state, reason, actor_name, created_at, calls, quota } = batch
  const amount = useQuotaText()(quota)
  const takeBack = async () => {
    const agreed = await confirm({
      title: t('refunds.undoTitle', { count: calls }),
      consequence: t('refunds.undoConsequence', { amount }),
      agree: t('refunds.undo'),
      danger: true,
    })
    if (agreed) undo(id)
  }
  const [handled, total] = [formatNumber(batch.handled), formatNumber(batch.total)]
  return (
    <li>
      <span>
        {formatTime(created_at)} · {t('refunds.by', { name: masked(actor_name), reason })} ·{' '}
        {t(`refunds.states.${state}`)} · {t('refunds.progress', { handled, total, calls: formatNumber(calls) })} ·{' '}
        {amount}
      </span>
      {state === 'done' && calls > 0 && (
        <Button size="small" loading={isPending} onClick={() => void takeBack()}>
          {t('refunds.undo')}
        </Button>
      )}
    </li>
  )
}
