import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterBar, type ListState, SearchInput } from '../../components/data-table/index.ts'
import { type UserFilter, useGroupNames } from './api.ts'

export function UserFilters({ list }: { list: ListState<UserFilter> }) {
  const { t } = useTranslation()
  const groups = useGroupNames()
  return (
    <FilterBar list={list}>
      {[
        <SearchInput
          key="keyword"
          label={t('users.filters.keyword')}
          value={list.filters.keyword}
          onSearch={keyword => list.setFilters({ keyword })}
          style={{ width: 300 }}
        />,
        <Select
          key="group"
          allowClear
          showSearch
          aria-label={t('users.filters.group')}
          placeholder={t('users.filters.group')}
          style={{ width: 150 }}
          value={list.filters.group || undefined}
          onChange={group => list.setFilters({ group: group ?? '' })}
          options={groups.map(group => ({ value: group, label: group }))}
        />,
      ]}
    </FilterBar>
  )
}
