import { CHANNEL_TROUBLES, calls } from '@tollgate/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, SearchInput, SeveralSelect } from '../../components/data-table/index.ts'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { SearchedSelect } from '../../components/searched-select.tsx'
import { send } from '../../lib/call.ts'
import { stored, useStored, writeStored } from '../../lib/storage.ts'
import { type ChannelList, useChannelTypes, useGroups } from './api.ts'
import { channelStates } from './channel-state.ts'
import { typeName, typeWords } from './type-words.ts'

const MOST_MODELS = 20

/** Any part of a name is also a value. */
async function findModels(keyword: string) {
  const names = await send(calls.users.models)
  const found = names.filter(name => name.toLowerCase().includes(keyword.toLowerCase()))
  return found.slice(0, MOST_MODELS).map(name => ({ value: name, label: name }))
}

interface ChannelFiltersProps {
  list: ChannelList
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
  const choices = useMemo(
    () => ({
      group: groups.map(group => ({ value: group, label: group })),
      status: channelStates.map(({ status, state }) => ({
        value: String(status),
        label: t(`channels.states.${state}`),
      })),
      health: CHANNEL_TROUBLES.map(trouble => ({ value: trouble, label: t(`channelHealth.troubles.${trouble}`) })),
      type: types.map(type => ({ value: String(type.type), label: typeName(type), words: typeWords(type) })),
    }),
    [groups, types, t],
  )
  const view = useChannelView()
  const set = (name: keyof typeof VIEWS) => (isOn: boolean) => {
    writeStored(VIEWS[name], isOn)
    if (name === 'idSort') list.setSort('')
    // page numbers of tags and of channels do not match
    if (name === 'tagMode') list.setPage(1, list.pageSize)
  }

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
        <SearchInput
          key="keyword"
          label={t('channels.filters.keyword')}
          value={list.filters.keyword}
          onSearch={keyword => list.setFilters({ keyword })}
          style={{ width: 190 }}
        />,
        <SearchedSelect
          key="model"
          name="channels-model"
          label={t('channels.filters.model')}
          value={list.filters.model}
          onChange={model => list.setFilters({ model })}
          find={findModels}
          isValue={part => part !== ''}
          style={{ width: 136 }}
        />,
        ...(['group', 'status', 'type', 'health'] as const).map(name => (
          <SeveralSelect
            key={name}
            label={t(`channels.filters.${name}`)}
            value={list.filters[name]}
            onChange={values => list.setFilters({ [name]: values })}
            showSearch={{ optionFilterProp: name === 'type' ? 'words' : 'label' }}
            style={{ width: 136 }}
            options={choices[name]}
          />
        )),
      ]}
    </FilterBar>
  )
}
