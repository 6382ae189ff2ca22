import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, type ListState, SearchInput } from '../../components/data-table/index.ts'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { type ChannelFilter, useChannelTypes, useGroups } from './api.ts'
import { channelStates } from './channel-state.ts'

interface ChannelFiltersProps {
  list: ListState<ChannelFilter>
  idSort: boolean
  onIdSort: (idSort: boolean) => void
  end: ReactNode
}

export function ChannelFilters({ list, idSort, onIdSort, end }: ChannelFiltersProps) {
  const { t } = useTranslation()
  const groups = useGroups()
  const types = useChannelTypes()
  const choices = {
    group: groups.map(group => ({ value: group, label: group })),
    status: channelStates.map(({ status, state }) => ({ value: String(status), label: t(`channels.states.${state}`) })),
    type: types.map(({ type, name }) => ({ value: String(type), label: name })),
  }
  const texts = { keyword: 240, model: 160 }

  return (
    <FilterBar
      list={list}
      end={
        <>
          <LabelledSwitch label={t('channels.idSort')} checked={idSort} onChange={onIdSort} />
          {end}
        </>
      }
    >
      {[
        ...(['keyword', 'model'] as const).map(name => (
          <SearchInput
            key={name}
            label={t(`channels.filters.${name}`)}
            value={list.filters[name]}
            onSearch={text => list.setFilters({ [name]: text })}
            style={{ width: texts[name] }}
          />
        )),
        ...(['group', 'status', 'type'] as const).map(name => (
          <Select
            key={name}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t(`channels.filters.${name}`)}
            placeholder={t(`channels.filters.${name}`)}
            style={{ width: 130 }}
            popupMatchSelectWidth={false}
            value={list.filters[name] || undefined}
            onChange={value => list.setFilters({ [name]: value ?? '' })}
            options={choices[name]}
          />
        )),
      ]}
    </FilterBar>
  )
}
