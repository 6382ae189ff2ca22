import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../../components/form-modal.tsx'
import { BATCH_MODES, type BatchMistake, type BatchValues, mistakeIn } from './batch.ts'

interface BatchFormProps {
  count: number
  onApply: (batch: BatchValues) => void
  onClose: () => void
}

export function BatchForm({ count, onApply, onClose }: BatchFormProps) {
  const { t } = useTranslation()
  const [batch, setBatch] = useState<BatchValues>({ mode: 'price', value: '', completionRatio: '' })
  const [mistake, setMistake] = useState<BatchMistake>()

  const change = (part: Partial<BatchValues>) => {
    setBatch({ ...batch, ...part })
    setMistake(undefined)
  }
  const apply = () => {
    const found = mistakeIn(batch)
    setMistake(found)
    if (found) return
    onApply(batch)
    onClose()
  }

  return (
    <FormModal
      open
      title={t('prices.batch.title', { count })}
      okText={t('prices.batch.apply')}
      cancelText={t('components.confirm.cancel')}
      onOk={apply}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('prices.batch.what')} extra={t(`prices.batch.hints.${batch.mode}`)}>
          <Radio.Group
            vertical
            value={batch.mode}
            onChange={({ target }) => change({ mode: target.value })}
            options={BATCH_MODES.map(mode => ({ value: mode, label: t(`prices.batch.modes.${mode}`) }))}
          />
        </Form.Item>
        <Form.Item
          htmlFor="batch-value"
          label={t(`prices.form.${batch.mode === 'both' ? 'ratio' : batch.mode}`)}
          validateStatus={mistake && 'error'}
          help={mistake && t(`prices.mistakes.${mistake}`)}
        >
          <Input
            id="batch-value"
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            value={batch.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </Form.Item>
        {batch.mode === 'both' && (
          <Form.Item htmlFor="batch-completion" label={t('prices.form.completionRatio')}>
            <Input
              id="batch-completion"
              inputMode="decimal"
              autoComplete="off"
              value={batch.completionRatio}
              onChange={({ target }) => change({ completionRatio: target.value })}
            />
          </Form.Item>
        )}
      </Form>
    </FormModal>
  )
}
