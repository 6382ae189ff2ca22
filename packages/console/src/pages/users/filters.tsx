import { ROLE, type User } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import {
  type ColumnChoice,
  ColumnChooser,
  FilterBar,
  type ListState,
  SearchInput,
  SeveralSelect,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { type UserFilter, useGroupNames } from './api.ts'
import { roleWordOf, userStates } from './user-state.ts'

interface UserFiltersProps {
  list: ListState<UserFilter, 'users'>
  columns: ColumnChoice<User>
}

export function UserFilters({ list, columns }: UserFiltersProps) {
  const { t } = useTranslation()
  const groups = useGroupNames()
  const choices = {
    group: groups.map(group => ({ value: group, label: group })),
    role: Object.values(ROLE).flatMap(role => {
      const word = roleWordOf({ role })
      return word === 'unknown' ? [] : [{ value: String(role), label: t(`users.roles.${word}`) }]
    }),
    status: userStates.map(({ status, state }) => ({ value: String(status), label: t(`users.states.${state}`) })),
  }
  return (
    <FilterBar
      list={list}
      end={
        <>
          <ViewsMenu list="users" columns={columns.visible} />
          <ColumnChooser choice={columns} sorting={list} />
        </>
      }
    >
      {[
        <SearchInput
          key="keyword"
          label={t('users.filters.keyword')}
          value={list.filters.keyword}
          onSearch={keyword => list.setFilters({ keyword })}
          style={{ width: 300 }}
        />,
        ...(['group', 'role', 'status'] as const).map(name => (
          <SeveralSelect
            key={name}
            label={t(`users.columns.${name}`)}
            value={list.filters[name]}
            onChange={values => list.setFilters({ [name]: values })}
            style={{ width: 150 }}
            options={choices[name]}
          />
        )),
      ]}
    </FilterBar>
  )
}
