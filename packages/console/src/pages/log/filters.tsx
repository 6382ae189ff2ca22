import { ACT_KINDS, LOG_TYPE } from '@tollgate/contract'
import { Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, type ListState, SearchInput, SeveralSelect } from '../../components/data-table/index.ts'
import { ScopeFilter } from '../../components/scope-filter.tsx'
import { TimeRange } from '../../components/time-range.tsx'
import { useMay } from '../../session/user.ts'
import { type LogFilter, otherSearched, useIsOfAll } from './api.ts'
import { typeWords } from './cells.tsx'
import { LogNamesFilter, type LogNamesFilterName } from './names-filter.tsx'

/** Each takes several names. */
const NAMES_FILTERS = ['token_name', 'model_name'] as const
const ADMIN_NAMES_FILTERS = ['channel', ...NAMES_FILTERS, 'username'] as const
/** Rarely needed: links and rows lead to them. */
const FOLDED_NAMES_FILTERS = ['group', 'error_code'] as const
const FOLDED_FILTERS = ['act', ...FOLDED_NAMES_FILTERS, 'request_id'] as const

/** Set only by links from such rows; shown if they are set. */
const ADDRESS_FILTERS = ['token_id', 'conversation', ...otherSearched] as const

/** The filters in one line, with the rarer ones folded. */
export function LogFilters({ list, end }: { list: ListState<LogFilter>; end: ReactNode }) {
  const { t } = useTranslation()
  const mayAll = useMay('logs')
  const isAdmin = useIsOfAll(list.filters)
  const namesFilter = (name: LogNamesFilterName) => (
    <LogNamesFilter
      key={name}
      name={name}
      value={list.filters[name]}
      onChange={values => list.setFilters({ [name]: values })}
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
  const request = (
    <SearchInput
      key="request_id"
      label={t('log.filters.request_id')}
      value={list.filters.request_id}
      onSearch={text => list.setFilters({ request_id: text })}
      style={{ flex: '1 1 112px', width: 0, minWidth: 112, maxWidth: 240 }}
    />
  )
  return (
    <FilterBar
      list={list}
      end={end}
      folded={{ names: FOLDED_FILTERS, filters: [act, ...FOLDED_NAMES_FILTERS.map(namesFilter), request] }}
    >
      {[
        <TimeRange key="time" filters={list.filters} onChange={list.setFilters} />,
        <ScopeFilter
          key="scope"
          filters={list.filters}
          onChange={scope => list.setFilters(scope)}
          own={[{ value: '', label: t(mayAll ? 'components.scope.everybody' : 'components.scope.own') }]}
        />,
        <SeveralSelect
          key="type"
          label={t('log.filters.type')}
          style={{ flex: '1 1 96px', maxWidth: 200 }}
          value={list.filters.type}
          onChange={types => list.setFilters({ type: types })}
          options={Object.values(LOG_TYPE).map(type => ({
            value: String(type),
            label: t(`log.types.${typeWords[type]}`),
          }))}
        />,
        ...ADDRESS_FILTERS.filter(name => list.filters[name]).map(name => (
          <Tag key={name} closable onClose={() => list.setFilters({ [name]: '' })}>
            {t(`log.filters.${name}`)}: {list.filters[name]}
          </Tag>
        )),
        ...(isAdmin ? ADMIN_NAMES_FILTERS : NAMES_FILTERS).map(namesFilter),
      ]}
    </FilterBar>
  )
}
