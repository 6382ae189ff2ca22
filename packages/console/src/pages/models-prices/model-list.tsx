import { EditOutlined, FileTextOutlined, ProfileOutlined } from '@ant-design/icons'
import type { PriceDocuments } from '@tollgate/contract'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BulkBar,
  ColumnChooser,
  FilterBar,
  PagedTable,
  SearchInput,
  useColumnChoice,
  useFilters,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { formatNumber } from '../../lib/format.ts'
import { stored } from '../../lib/storage.ts'
import { PriceForm } from '../settings/prices/price-form.tsx'
import type { PriceTables } from '../settings/prices/price-tables.ts'
import type { AboutTables } from './about-values.ts'
import { documentDraft, draftOf, type Prices, type PricesDraft, useSavePrices } from './api.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { useModelColumns } from './columns.tsx'
import { Effect } from './effect.tsx'
import styles from './models-prices.module.css'
import { isView, type ModelRow, rowsOfView, sortModels, USUAL_SORT, VIEWS } from './rows.ts'

const DocumentForm = lazyForm(() => import('./document/form.tsx').then(file => file.DocumentForm))
const AboutForm = lazyForm(() => import('./about-form.tsx').then(file => file.AboutForm))

interface ModelListProps {
  /** undefined while loading. */
  rows: ModelRow[] | undefined
  tables: PriceTables | undefined
  about: AboutTables | undefined
  documents: PriceDocuments | undefined
  onReplay: (draft: object) => void
}

const PAGE_SIZES = [20, 50, 100] as const

/** The models, searched and sorted in the page; each price can be changed, alone or with others. */
export function ModelList({ rows, tables, about, documents, onReplay }: ModelListProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const list = useFilters(['model', 'show', 'sort'])
  const { model, show, sort = '' } = list.filters
  const sorting = { sort: sort || USUAL_SORT, setSort: (next: string) => list.setFilters({ sort: next }) }
  const columns = useColumnChoice(useModelColumns(sorting), stored.modelPriceColumns)
  const form = useOpened<ModelRow>()
  const documentForm = useOpened<ModelRow>()
  const aboutForm = useOpened<ModelRow>()
  const bulk = useOpened<null>()
  const [selected, setSelected] = useState<ModelRow[]>([])
  const { mutateAsync: save } = useSavePrices()

  const shown = rows && (isView(show) ? rowsOfView(rows, show) : rows)
  const found = shown?.filter(({ id }) => id.toLowerCase().includes(model.toLowerCase()))
  const chosen = rows?.filter(({ id }) => selected.some(row => row.id === id)) ?? []
  const replay = (draft: PricesDraft) => {
    form.close()
    documentForm.close()
    bulk.close()
    onReplay(draft)
  }

  const toDocument = () => {
    const row = form.opened?.row
    form.close()
    if (row) documentForm.open(row)
  }

  const saveOne = async (name: string, price: Prices[string]) => {
    if (tables) await save({ tables, prices: { [name]: price } })
    message.success(t('modelsPrices.saved', { count: 1 }))
  }

  return (
    <div className={styles.list}>
      <FilterBar list={list} end={<ColumnChooser choice={columns} sorting={sorting} />}>
        {[
          <SearchInput
            key="model"
            label={t('prices.search')}
            value={model}
            onSearch={text => list.setFilters({ model: text })}
            style={{ width: 220 }}
          />,
          <Select
            key="show"
            aria-label={t('modelsPrices.show')}
            value={show}
            onChange={value => list.setFilters({ show: value })}
            style={{ width: 260 }}
            options={[
              { value: '', label: t('modelsPrices.views.all') },
              ...VIEWS.map(view => ({
                value: view,
                label: `${t(`modelsPrices.views.${view}`)} (${formatNumber(rows ? rowsOfView(rows, view).length : 0)})`,
              })),
            ]}
          />,
        ]}
      </FilterBar>
      <BulkBar count={chosen.length} onClear={() => setSelected([])}>
        <Button size="small" onClick={() => bulk.open()}>
          {t('modelsPrices.bulk.open')}
        </Button>
      </BulkBar>
      <PagedTable
        key={`${model} ${show} ${sort}`}
        rows={found && sortModels(found, sorting.sort)}
        pageSizes={PAGE_SIZES}
        columns={columns.visible}
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={({ id }) => id}
        actions={row => [
          {
            key: 'edit',
            label: t('modelsPrices.edit'),
            icon: <EditOutlined />,
            frequent: true,
            onClick: () => form.open(row),
          },
          {
            key: 'document',
            label: t('modelsPrices.document.open'),
            icon: <FileTextOutlined />,
            onClick: () => documentForm.open(row),
          },
          {
            key: 'about',
            label: t('modelsPrices.about.open'),
            icon: <ProfileOutlined />,
            onClick: () => aboutForm.open(row),
          },
        ]}
        actionsWidth={84}
        keepsLeftOut
        selection={{ selected: chosen, onSelect: setSelected }}
        empty={t('prices.nothingFound')}
      />
      {form.opened?.row && (
        <PriceForm
          key={form.opened.key}
          row={form.opened.row}
          taken={[]}
          saveLabel={t('components.form.save')}
          onSave={saveOne}
          onClose={form.close}
          preview={price => {
            const prices = { [form.opened?.row?.id ?? '']: price }
            return (
              <>
                <Button size="small" icon={<FileTextOutlined />} onClick={toDocument}>
                  {t('modelsPrices.document.open')}
                </Button>
                <Effect draft={draftOf(prices)} onReplay={() => replay(draftOf(prices))} />
              </>
            )
          }}
        />
      )}
      {documentForm.opened?.row && documents && tables && (
        <DocumentForm
          key={documentForm.opened.key}
          model={documentForm.opened.row.id}
          documents={documents}
          tables={tables}
          onClose={documentForm.close}
          preview={entry => {
            const draft = documentDraft({ model: documentForm.opened?.row?.id ?? '', entry })
            return <Effect draft={draft} onReplay={() => replay(draft)} />
          }}
        />
      )}
      {aboutForm.opened?.row && about && (
        <AboutForm
          key={aboutForm.opened.key}
          model={aboutForm.opened.row.id}
          tables={about}
          onClose={aboutForm.close}
        />
      )}
      {bulk.opened && tables && rows && (
        <BulkDialog
          key={bulk.opened.key}
          rows={chosen}
          all={rows}
          tables={tables}
          onReplay={prices => replay(draftOf(prices))}
          onDone={() => {
            setSelected([])
            bulk.close()
          }}
          onClose={bulk.close}
        />
      )}
    </div>
  )
}
