import { EditOutlined } from '@ant-design/icons'
import { PAGE_SIZES } from '@tollgate/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Identified, ListError, PagedTable } from '../../../components/data-table/index.ts'
import { useUnpricedModels } from '../api.ts'
import styles from '../settings.module.css'
import { BatchButton } from './batch-button.tsx'
import { PriceForm } from './price-form.tsx'
import { modelsIn } from './price-tables.ts'
import type { Prices } from './prices-in.ts'

/** Served models without a price; they leave the list once they have one. */
export function UnpricedModels({ prices }: { prices: Prices }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useUnpricedModels()
  const [edited, setEdited] = useState<string>()
  const [selected, setSelected] = useState<Identified[]>([])

  const priced = new Set(modelsIn(prices.edited))
  const rows = data?.filter(model => !priced.has(model)).map(id => ({ id }))
  const chosen = rows?.filter(({ id }) => selected.some(row => row.id === id)) ?? []

  return (
    <>
      <div className={styles.priceTools}>
        <p>{t('prices.unpricedHint')}</p>
        <BatchButton models={chosen.map(({ id }) => id)} prices={prices} onDone={() => setSelected([])} />
      </div>
      {error && <ListError title={t('prices.enabledFailed')} error={error} onRetry={refetch} />}
      <PagedTable
        rows={rows}
        pageSizes={PAGE_SIZES}
        columns={[
          {
            key: 'model',
            title: t('prices.columns.model'),
            width: 240,
            grows: true,
            card: 'heading',
            render: ({ id }) => <span translate="no">{id}</span>,
          },
        ]}
        nameOf={({ id }) => id}
        actions={({ id }) => [
          {
            key: 'edit',
            label: t('prices.setPrice'),
            icon: <EditOutlined />,
            frequent: true,
            onClick: () => setEdited(id),
          },
        ]}
        selection={{ selected: chosen, onSelect: setSelected }}
        empty={t('prices.allPriced')}
      />
      {edited && (
        <PriceForm
          row={{ id: edited, own: {}, standard: {} }}
          taken={[]}
          onSave={(model, price) => prices.set({ [model]: price })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
