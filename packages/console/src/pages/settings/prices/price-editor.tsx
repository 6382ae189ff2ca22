import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError, PagedTable, type RowAction, SearchInput } from '../../../components/data-table/index.ts'
import { useOpened } from '../../../components/use-opened.ts'
import { useUndoToast } from '../../../components/use-undo-toast.tsx'
import { useEffectivePrices } from '../api.ts'
import styles from '../settings.module.css'
import { BatchButton } from './batch-button.tsx'
import { byMargin } from './margin.ts'
import { usePriceColumns } from './price-columns.tsx'
import { PriceForm } from './price-form.tsx'
import { type PriceRow, priceRows } from './price-rows.ts'
import { modelsIn } from './price-tables.ts'
import type { Prices } from './prices-in.ts'

const PAGE_SIZES = [10] as const
/** By margin; a click on the heading switches to the next. The first is by name. */
const SORTINGS = [undefined, 'descending', 'ascending'] as const

/** Every model with a price, as a table: the operator's own, and those of the price list that can be overridden. */
export function PriceEditor({ prices }: { prices: Prices }) {
  const { t } = useTranslation()
  const toastWithUndo = useUndoToast()
  const { data, error, refetch } = useEffectivePrices()
  const [sorted, setSorted] = useState<(typeof SORTINGS)[number]>()
  const nextSorting = SORTINGS[(SORTINGS.indexOf(sorted) + 1) % SORTINGS.length]
  const columns = usePriceColumns(sorted, () => setSorted(nextSorting))
  const [search, setSearch] = useState('')
  const form = useOpened<PriceRow>()
  const [selected, setSelected] = useState<PriceRow[]>([])

  const rows = data && priceRows(prices.edited, prices.stored, data)
  const found = rows?.filter(({ id }) => id.toLowerCase().includes(search.toLowerCase()))

  // models deleted in the meantime are no longer selected
  const chosen = rows?.filter(({ id }) => selected.some(row => row.id === id)) ?? []

  const actionsOf = (row: PriceRow): RowAction[] => [
    {
      key: 'edit',
      label: t('prices.edit'),
      icon: <EditOutlined />,
      frequent: true,
      onClick: () => form.open(row),
    },
    {
      key: 'delete',
      label: t('prices.delete'),
      icon: <DeleteOutlined />,
      frequent: true,
      disabled: !row.isOwn,
      onClick: () => {
        prices.set({ [row.id]: {} })
        toastWithUndo(t('prices.deleted', { model: row.id }), () => prices.set({ [row.id]: row.own }))
      },
    },
  ]

  return (
    <>
      <div className={styles.priceTools}>
        <SearchInput label={t('prices.search')} value={search} onSearch={setSearch} style={{ width: 220 }} />
        <BatchButton models={chosen.map(({ id }) => id)} prices={prices} onDone={() => setSelected([])} />
        <Button icon={<PlusOutlined />} onClick={() => form.open()}>
          {t('prices.add')}
        </Button>
      </div>
      {error && <ListError error={error} onRetry={refetch} />}
      <PagedTable
        key={`${search} ${sorted}`}
        rows={found && sorted ? byMargin(found, sorted) : found}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ id }) => id}
        actions={actionsOf}
        selection={{ selected: chosen, onSelect: setSelected }}
        empty={t('prices.nothingFound')}
      />
      {form.opened && (
        <PriceForm
          key={form.opened.key}
          row={form.opened.row}
          taken={rows?.map(({ id }) => id) ?? modelsIn(prices.edited)}
          onSave={(model, price) => {
            prices.set({ [model]: price })
            if (!form.opened?.row) setSearch(model)
          }}
          onClose={form.close}
        />
      )}
    </>
  )
}
