import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterBatch } from './batch.ts'
import { BatchForm } from './batch-form.tsx'
import type { Prices } from './prices-in.ts'

interface BatchButtonProps {
  /** The selected models. */
  models: string[]
  prices: Prices
  onDone: () => void
}

/** Sets one price or ratio for all selected models at once. */
export function BatchButton({ models, prices, onDone }: BatchButtonProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (models.length === 0) message.warning(t('prices.batch.selectFirst'))
    else setOpen(true)
  }
  return (
    <>
      <Button onClick={open}>
        {models.length > 0 ? t('prices.batch.openFor', { count: models.length }) : t('prices.batch.open')}
      </Button>
      {isOpen && (
        <BatchForm
          count={models.length}
          onApply={batch => {
            prices.set(Object.fromEntries(models.map(model => [model, afterBatch(prices.priceOf(model), batch)])))
            onDone()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
