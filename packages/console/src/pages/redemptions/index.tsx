import { PlusOutlined } from '@ant-design/icons'
import { REDEMPTION_STATUS, type Redemption } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BulkBar,
  ColumnChooser,
  CopySelected,
  DataTable,
  FilterBar,
  ListPage,
  SearchInput,
  SeveralSelect,
  useColumnChoice,
  useListState,
  useUsualActions,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { stored } from '../../lib/storage.ts'
import { REDEMPTION_FILTERS, useDeleteRedemption, useRedemptions, useSwitchRedemption } from './api.ts'
import { redemptionStates, useRedemptionColumns } from './columns.tsx'
import type { NewCodes } from './form.tsx'

const CreatedCodes = lazyForm(() => import('./created-codes.tsx').then(file => file.CreatedCodes))
const RedemptionForm = lazyForm(() => import('./form.tsx').then(file => file.RedemptionForm))

export default function RedemptionsPage() {
  const { t } = useTranslation()
  const list = useListState(REDEMPTION_FILTERS, stored.redemptionPageSize, 'redemptions')
  const columns = useColumnChoice(useRedemptionColumns(), stored.redemptionColumns)
  const form = useOpened<Redemption>()
  const [created, setCreated] = useState<NewCodes>()
  const [selected, setSelected] = useState<Redemption[]>([])
  const actionsOf = useRedemptionActions(form.open)

  const addCodes = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => form.open()}>
      {t('redemptions.add')}
    </Button>
  )
  const copying = {
    label: t('redemptions.copySelected'),
    none: t('redemptions.chooseOne'),
    lines: selected.map(({ name, key }) => `${name}    ${key}`),
  }

  return (
    <ListPage title={t('layout.pages.redemptions')} intro={t('redemptions.intro')} aside={addCodes}>
      <FilterBar
        list={list}
        end={
          <>
            <CopySelected {...copying} />
            <ViewsMenu list="redemptions" columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      >
        {[
          <SearchInput
            key="keyword"
            label={t('redemptions.filters.keyword')}
            value={list.filters.keyword}
            onSearch={keyword => list.setFilters({ keyword })}
            style={{ width: 260 }}
          />,
          <SeveralSelect
            key="status"
            label={t('redemptions.columns.status')}
            value={list.filters.status}
            onChange={status => list.setFilters({ status })}
            style={{ width: 170 }}
            options={redemptionStates.map(({ status, state }) => ({
              value: String(status),
              label: t(`redemptions.states.${state}`),
            }))}
          />,
        ]}
      </FilterBar>
      <BulkBar count={selected.length} onClear={() => setSelected([])}>
        <CopySelected {...copying} isSmall />
      </BulkBar>
      <DataTable
        list={list}
        query={useRedemptions(list)}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={({ name }) => name}
        actions={actionsOf}
        isDimmed={({ status }) => status !== REDEMPTION_STATUS.unused}
        selection={{ selected, onSelect: setSelected }}
        first={{ title: t('redemptions.emptyTitle'), hint: t('redemptions.emptyHint'), action: addCodes }}
      />
      {form.opened && (
        <RedemptionForm
          key={form.opened.key}
          redemption={form.opened.row}
          onCreated={setCreated}
          onClose={form.close}
        />
      )}
      {created && <CreatedCodes codes={created} onClose={() => setCreated(undefined)} />}
    </ListPage>
  )
}

function useRedemptionActions(edit: (redemption: Redemption) => void) {
  const { t } = useTranslation()
  const { mutate: switchRedemption } = useSwitchRedemption()
  const { mutate: remove } = useDeleteRedemption()
  const isUnused = ({ status }: Redemption) => status === REDEMPTION_STATUS.unused
  const isUsed = ({ status }: Redemption) => status === REDEMPTION_STATUS.used
  return useUsualActions<Redemption>({
    isOn: isUnused,
    turn: ({ id }, isOn, then) => switchRedemption({ id, isOn }, then),
    edit,
    question: redemption => ({
      title: t('redemptions.deleteTitle', { name: redemption.name }),
      consequence: t(isUsed(redemption) ? 'redemptions.deleteUsedConsequence' : 'redemptions.deleteConsequence'),
    }),
    remove: ({ id }) => remove(id),
    isFixed: redemption => ({ state: isUsed(redemption), content: !isUnused(redemption) }),
  })
}
