import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, type ListState, SearchInput } from '../../components/data-table/index.ts'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { stored, useStored, writeStored } from '../../lib/storage.ts'
import { type ChannelFilter, useChannelTypes, useGroups } from './api.ts'
import { channelStates } from './channel-state.ts'
import { typeName, typeWords } from './type-words.ts'

interface ChannelFiltersProps {
  list: ListState<ChannelFilter>
  end: ReactNode
}

/** How the list is shown; each choice is remembered. */
const VIEWS = {
  idSort: stored.channelIdSort,
  tagMode: stored.channelTagMode,
  selecting: stored.channelBatchDelete,
}

export function useChannelView() {
  const [idSort] = useStored(VIEWS.idSort)
  const [tagMode] = useStored(VIEWS.tagMode)
  const [selecting] = useStored(VIEWS.selecting)
  return { idSort, tagMode, selecting }
}

export function ChannelFilters({ list, end }: ChannelFiltersProps) {
  const { t } = useTranslation()
  const groups = useGroups()
  const types = useChannelTypes()
  const choices = {
    group: groups.map(group => ({ value: group, label: group })),
    status: channelStates.map(({ status, state }) => ({ value: String(status), label: t(`channels.states.${state}`) })),
    type: types.map(type => ({ value: String(type.type), label: typeName(type), words: typeWords(type) })),
  }
  const view = useChannelView()
  const set = (name: keyof typeof VIEWS) => (isOn: boolean) => {
    writeStored(VIEWS[name], isOn)
    // page numbers of tags and of channels do not match
    if (name === 'tagMode') list.setPage(1, list.pageSize)
  }
  const texts = { keyword: 240, model: 160 }

  return (
    <FilterBar
      list={list}
      end={end}
      views={
        <>
          <LabelledSwitch label={t('channels.idSort')} checked={view.idSort} onChange={set('idSort')} />
          <LabelledSwitch label={t('channelTools.tagMode')} checked={view.tagMode} onChange={set('tagMode')} />
          <LabelledSwitch label={t('channelTools.selecting')} checked={view.selecting} onChange={set('selecting')} />
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
            showSearch={{ optionFilterProp: name === 'type' ? 'words' : 'label' }}
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
