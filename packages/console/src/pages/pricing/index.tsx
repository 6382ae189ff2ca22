import { CopyOutlined } from '@ant-design/icons'
import { DEFAULT_GROUP } from '@tollgate/contract'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  EmptyList,
  FilterBar,
  FullTable,
  ListError,
  ListPage,
  SearchInput,
  useFilters,
} from '../../components/data-table/index.ts'
import { GroupTag } from '../../components/group-tag.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useUser } from '../../session/user.ts'
import { type PricedRow, usePriceList } from './api.ts'
import { Banner } from './banner.tsx'
import { usePricingColumns } from './columns.tsx'
import { PriceDetails } from './details.tsx'
import { findModels } from './find-models.ts'
import { sortModels } from './sort-models.ts'

const PLACEHOLDERS = 16

export default function PricingPage() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = useCopy()
  const { data, error, refetch } = usePriceList()
  const list = useFilters(['q', 'group'])
  const [selected, setSelected] = useState<PricedRow[]>([])

  const ownGroup = useUser()?.group || DEFAULT_GROUP
  const { ratios = {}, groups = {} } = data ?? {}
  const ratioOf = (name: string) => ratios[name] ?? 1
  const group = list.filters.group in groups ? list.filters.group : ownGroup
  const ratio = ratioOf(group)

  const view = (name: string) => {
    list.setFilters({ group: name === ownGroup ? '' : name })
    message.info(t('pricing.viewing', { group: name, ratio: ratioOf(name) }))
  }
  const columns = usePricingColumns({ group, ratio, groups, onView: view })

  return (
    <ListPage title={t('layout.pages.pricing')} intro={t('pricing.intro')}>
      <Banner ownGroup={ownGroup} ratio={ratioOf(ownGroup)} />
      <FilterBar
        list={list}
        end={
          <Button
            icon={<CopyOutlined />}
            disabled={selected.length === 0}
            onClick={() => copy(selected.map(({ model_name }) => model_name).join(','))}
          >
            {t('pricing.copySelected')}
          </Button>
        }
      >
        {[
          <SearchInput
            key="q"
            label={t('pricing.search')}
            value={list.filters.q}
            onSearch={q => list.setFilters({ q })}
            style={{ width: 260 }}
          />,
          <Select
            key="group"
            aria-label={t('pricing.group')}
            style={{ minWidth: 200 }}
            value={group}
            onChange={view}
            options={Object.keys(groups).map(name => ({
              value: name,
              label: <GroupTag name={name} ratio={ratios[name]} />,
            }))}
          />,
        ]}
      </FilterBar>
      {error && <ListError error={error} onRetry={refetch} />}
      {(data || !error) && (
        <FullTable
          rows={data && sortModels(findModels(data.models, list.filters.q), group)}
          placeholders={PLACEHOLDERS}
          columns={columns}
          nameOf={({ model_name }) => model_name}
          expand={model => <PriceDetails model={model} groupRatio={ratio} />}
          selection={{ selected, onSelect: setSelected }}
          isDimmed={({ enable_groups }) => !enable_groups.includes(group)}
          empty={<EmptyList list={list} first={{ title: t('pricing.emptyTitle'), hint: t('pricing.emptyHint') }} />}
        />
      )}
    </ListPage>
  )
}
