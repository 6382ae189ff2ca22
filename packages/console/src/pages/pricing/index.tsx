import { CopyOutlined } from '@ant-design/icons'
import { DEFAULT_GROUP, splitList } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ColumnChooser,
  EmptyList,
  FilterBar,
  FullTable,
  ListError,
  ListPage,
  useColumnChoice,
  useFilters,
} from '../../components/data-table/index.ts'
import { useAddress } from '../../components/data-table/use-filters.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { stored } from '../../lib/storage.ts'
import { useUser } from '../../session/user.ts'
import { type PricedRow, usePriceList } from './api.ts'
import { Banner } from './banner.tsx'
import { usePricingColumns } from './columns.tsx'
import { PriceDetails } from './details.tsx'
import { asAbility, FILTER_NAMES, usePriceFilters } from './filters.tsx'
import { findModels } from './find-models.ts'
import styles from './pricing.module.css'
import { nextSorting, readSorting, sortModels } from './sort-models.ts'
import { TypicalCallChooser } from './typical-call.tsx'
import { isTypicalCall } from './typical-calls.ts'

const Compare = lazyForm(() => import('./compare.tsx').then(file => file.Compare))

const PLACEHOLDERS = 16
/** How many models are compared at once. */
const COMPARED = { least: 2, most: 4 } as const

export default function PricingPage() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const { data, error, refetch } = usePriceList()
  const list = useFilters(FILTER_NAMES)
  const [address, setAddress] = useAddress()
  const [selected, setSelected] = useState<PricedRow[]>([])

  const { filters } = list
  const ownGroup = useUser()?.group || DEFAULT_GROUP
  const { ratios = {}, own = [], groups = {} } = data ?? {}
  const ratioOf = (name: string) => ratios[name] ?? 1
  const group = filters.group in groups ? filters.group : ownGroup
  const ratio = ratioOf(group)
  const inAddress = (name: string) => address.get(name) ?? ''
  const called = inAddress('call')
  const call = isTypicalCall(called) ? called : 'chat'
  const sort = inAddress('sort')
  const sorting = readSorting(sort)
  const onSort = (sort: string) => setAddress({ sort })
  const { found, unknown } = findModels(data?.models ?? [], {
    q: filters.q,
    maker: filters.maker,
    ability: asAbility(filters.ability),
    context: Number(filters.context) || 0,
  })
  const compared = splitList(inAddress('compare'))
    .slice(0, COMPARED.most)
    .flatMap(name => data?.models.filter(({ model_name }) => model_name === name) ?? [])

  const view = (name: string) => {
    list.setFilters({ group: name === ownGroup ? '' : name })
    message.info(t('pricing.viewing', { group: name, ratio: ratioOf(name) }))
  }
  const pricing = usePricingColumns({
    view: { group, ratio, groups, onView: view },
    call,
    sorting,
    onSort: key => onSort(nextSorting(key, sorting)),
  })
  const columns = useColumnChoice(pricing, stored.priceColumns)
  const priceFilters = usePriceFilters({
    filters,
    onChange: list.setFilters,
    sort,
    onSort,
    list: data,
    group,
    onView: view,
  })
  const names = selected.map(({ model_name }) => model_name).join(',')

  return (
    <ListPage title={t('layout.pages.pricing')} intro={t('pricing.intro')}>
      <Banner ownGroup={ownGroup} ratio={ratioOf(ownGroup)} isOwn={own.includes(ownGroup)} />
      <FilterBar
        list={list}
        end={
          <>
            <Button
              disabled={selected.length < COMPARED.least || selected.length > COMPARED.most}
              title={t('pricing.compare.hint', COMPARED)}
              onClick={() => setAddress({ compare: names }, true)}
            >
              {t('pricing.compare.open')}
            </Button>
            <Button icon={<CopyOutlined />} disabled={selected.length === 0} onClick={() => copy(names)}>
              {t('pricing.copySelected')}
            </Button>
            <ColumnChooser choice={columns} />
          </>
        }
      >
        {priceFilters}
      </FilterBar>
      <TypicalCallChooser value={call} onChange={name => setAddress({ call: name === 'chat' ? '' : name })} />
      {unknown > 0 && <p className={styles.leftOut}>{t('pricing.leftOut', { count: unknown })}</p>}
      {error && <ListError error={error} onRetry={refetch} />}
      {(data || !error) && (
        <FullTable
          rows={data && sortModels(found, { group, ratio, call }, sorting)}
          placeholders={PLACEHOLDERS}
          columns={columns.visible}
          layout={columns.layout}
          onLeftOut={columns.onLeftOut}
          nameOf={({ model_name }) => model_name}
          expand={model => <PriceDetails model={model} view={{ group, ratio, groups, onView: view }} />}
          selection={{ selected, onSelect: setSelected }}
          isDimmed={({ enable_groups }) => !enable_groups.includes(group)}
          empty={<EmptyList list={list} first={{ title: t('pricing.emptyTitle'), hint: t('pricing.emptyHint') }} />}
        />
      )}
      {compared.length >= COMPARED.least && (
        <Compare models={compared} view={{ group, ratio }} onClose={() => setAddress({ compare: '' })} />
      )}
    </ListPage>
  )
}
