import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  ColumnChooser,
  DataTable,
  FilterBar,
  ListPage,
  SearchInput,
  useColumnChoice,
  useListState,
} from '../../components/data-table/index.ts'
import { EVERYTHING, TimeRange } from '../../components/time-range.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useIsAdmin } from '../../session/user.ts'
import { TASK_FILTERS, useTasks, usualTaskTimes } from './api.ts'
import { useTaskColumns } from './columns.tsx'

export default function TasksPage() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const list = useListState(TASK_FILTERS, stored.taskPageSize)
  const columns = useColumnChoice(useTaskColumns(), stored.taskColumns)
  const [usual] = useState(usualTaskTimes)

  return (
    <ListPage title={t('layout.pages.tasks')} intro={t('tasks.intro')}>
      <FilterBar list={list} end={<ColumnChooser choice={columns} />}>
        {[
          <TimeRange key="time" filters={list.filters} usual={[...usual]} onChange={list.setFilters} />,
          <SearchInput
            key="id"
            label={t('tasks.columns.id')}
            value={list.filters.task_id}
            onSearch={task_id => list.setFilters({ task_id })}
            style={{ width: 200 }}
          />,
          isAdmin && (
            <SearchInput
              key="channel"
              label={t('tasks.filters.channel')}
              value={list.filters.channel_id}
              onSearch={channel_id => list.setFilters({ channel_id })}
              style={{ width: 120 }}
            />
          ),
        ]}
      </FilterBar>
      <DataTable
        list={list}
        query={useTasks(list)}
        columns={columns.visible}
        nameOf={row => row.task_id || String(row.id)}
        first={{
          title: t('tasks.emptyTitle'),
          hint: t('tasks.emptyHint'),
          action: (
            <>
              <Link to={isAdmin ? paths.addChannel : paths.tokens}>
                <Button type="primary">{t(isAdmin ? 'tasks.addChannel' : 'tasks.toTokens')}</Button>
              </Link>
              <Button onClick={() => list.setFilters({ start_timestamp: EVERYTHING })}>{t('tasks.showAll')}</Button>
            </>
          ),
        }}
      />
    </ListPage>
  )
}
