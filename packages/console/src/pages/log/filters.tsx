import { ACT_KINDS, LOG_TYPE } from '@tollgate/contract'
import { Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelFilter } from '../../components/channel-filter.tsx'
import { FilterBar, type ListState, SearchInput } from '../../components/data-table/index.ts'
import { ScopeFilter } from '../../components/scope-filter.tsx'
import { TimeRange } from '../../components/time-range.tsx'
import { useMay } from '../../session/user.ts'
import { type LogFilter, otherSearched, useIsOfAll } from './api.ts'
import { typeWords } from './cells.tsx'

const TEXT_FILTERS = ['token_name', 'model_name'] as const
const ADMIN_TEXT_FILTERS = ['username'] as const
/** Rarely needed: links and rows lead to them. */
const FOLDED_TEXT_FILTERS = ['group', 'request_id'] as const
const FOLDED_FILTERS = ['act', ...FOLDED_TEXT_FILTERS] as const

/** Set only by links from such rows; shown if they are set. */
const ADDRESS_FILTERS = ['error_code', 'token_id', 'conversation', ...otherSearched] as const
const ANY_CAUSE = '%'

/** The filters in one line, with the rarer ones folded. */
export function LogFilters({ list, end }: { list: ListState<LogFilter>; end: ReactNode }) {
  const { t } = useTranslation()
  const mayAll = useMay('logs')
  const isAdmin = useIsOfAll(list.filters)
  const texts = isAdmin ? [...TEXT_FILTERS, ...ADMIN_TEXT_FILTERS] : TEXT_FILTERS
  const textFilter = (name: (typeof texts)[number] | (typeof FOLDED_TEXT_FILTERS)[number]) => (
    <SearchInput
      key={name}
      label={t(`log.filters.${name}`)}
      value={list.filters[name]}
      onSearch={text => list.setFilters({ [name]: text })}
      style={{ flex: '1 1 112px', width: 0, minWidth: 112, maxWidth: 240 }}
    />
  )
  const act = isAdmin && (
    <Select
      key="act"
      allowClear
      aria-label={t('log.filters.act')}
      placeholder={t('log.filters.act')}
      style={{ flex: '1 1 104px', maxWidth: 240 }}
      value={list.filters.act || undefined}
      onChange={act => list.setFilters({ act: act ?? '' })}
      options={ACT_KINDS.map(act => ({ value: act, label: t(`log.acts.${act}`) }))}
    />
  )
  return (
    <FilterBar
      list={list}
      end={end}
      folded={{ names: FOLDED_FILTERS, filters: [act, ...FOLDED_TEXT_FILTERS.map(textFilter)] }}
    >
      {[
        <TimeRange key="time" filters={list.filters} onChange={list.setFilters} />,
        <ScopeFilter
          key="scope"
          filters={list.filters}
          onChange={scope => list.setFilters(scope)}
          own={[{ value: '', label: t(mayAll ? 'components.scope.everybody' : 'components.scope.own') }]}
        />,
        <Select
          key="type"
          allowClear
          aria-label={t('log.filters.type')}
          placeholder={t('log.filters.type')}
          style={{ flex: '1 1 96px' }}
          value={list.filters.type || undefined}
          onChange={type => list.setFilters({ type: type ?? '' })}
          options={Object.values(LOG_TYPE).map(type => ({
            value: String(type),
            label: t(`log.types.${typeWords[type]}`),
          }))}
        />,
        isAdmin && (
          <ChannelFilter
            key="channel"
            value={list.filters.channel}
            onChange={channel => list.setFilters({ channel })}
          />
        ),
        ...ADDRESS_FILTERS.filter(name => list.filters[name]).map(name => (
          <Tag key={name} closable onClose={() => list.setFilters({ [name]: '' })}>
            {t(`log.filters.${name}`)}: {list.filters[name] === ANY_CAUSE ? t('log.anyCause') : list.filters[name]}
          </Tag>
        )),
        ...texts.map(textFilter),
      ]}
    </FilterBar>
  )
}
