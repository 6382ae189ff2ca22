import { App, Form, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../components/form-modal.tsx'
import type { PriceTables } from '../settings/prices/price-tables.ts'
import { draftOf, type Prices, useSavePrices } from './api.ts'
import { afterBulk, BULK_MODES, type Bulk } from './bulk.ts'
import { Effect } from './effect.tsx'
import { type ModelRow, priceInForce } from './rows.ts'

interface BulkDialogProps {
  /** The selected models. */
  rows: ModelRow[]
  /** All models, to copy from. */
  all: ModelRow[]
  tables: PriceTables
  onReplay: (prices: Prices) => void
  onDone: () => void
  onClose: () => void
}

/** Multiplies, rounds or copies the prices of several models, and previews the effect. */
export function BulkDialog({ rows, all, tables, onReplay, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [mode, setMode] = useState<Bulk['mode']>('factor')
  const [factor, setFactor] = useState<number | null>(1.2)
  const [step, setStep] = useState<number | null>(0.05)
  const [source, setSource] = useState<string>()
  const { mutate: save, isPending, error } = useSavePrices()
  const from = all.find(({ id }) => id === source)
  const bulks: Record<Bulk['mode'], Bulk | null> = {
    factor: factor === null ? null : { mode: 'factor', factor },
    round: step ? { mode: 'round', step } : null,
    copy: from ? { mode: 'copy', from } : null,
  }
  const bulk = bulks[mode]
  const prices = bulk ? afterBulk(rows, bulk) : {}
  const count = Object.keys(prices).length
  const apply = () =>
    save(
      { tables, prices },
      {
        onSuccess: () => {
          message.success(t('modelsPrices.saved', { count }))
          onDone()
        },
      },
    )
  return (
    <FormModal
      open
      title={t('modelsPrices.bulk.title', { count: rows.length })}
      okText={t('modelsPrices.bulk.apply', { count })}
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={isPending}
      onOk={apply}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('modelsPrices.bulk.what')} extra={t(`modelsPrices.bulk.hints.${mode}`)}>
          <Radio.Group
            value={mode}
            onChange={({ target }) => setMode(target.value)}
            options={BULK_MODES.map(value => ({ value, label: t(`modelsPrices.bulk.modes.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={t(`modelsPrices.bulk.values.${mode}`)}
          htmlFor="bulk-value"
          validateStatus={error ? 'error' : undefined}
          help={error?.message}
        >
          {mode === 'factor' && <InputNumber id="bulk-value" min={0} max={1000} value={factor} onChange={setFactor} />}
          {mode === 'round' && <InputNumber id="bulk-value" min={0.0001} prefix="$" value={step} onChange={setStep} />}
          {mode === 'copy' && (
            <Select
              id="bulk-value"
              showSearch
              value={source}
              onChange={setSource}
              options={all
                .filter(row => Object.keys(priceInForce(row)).length > 0)
                .map(({ id }) => ({ value: id, label: id }))}
            />
          )}
        </Form.Item>
      </Form>
      {count > 0 && <Effect draft={draftOf(prices)} onReplay={() => onReplay(prices)} />}
    </FormModal>
  )
}
