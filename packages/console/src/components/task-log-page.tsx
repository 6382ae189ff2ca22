import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from '@tollgate/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import type { StoredColumns } from '../lib/storage.ts'
import { useMay } from '../session/user.ts'
import { ChannelsFilter } from './channels-filter.tsx'
import {
  type Column,
  ColumnChooser,
  DataTable,
  FilterBar,
  ListPage,
  type ListState,
  SearchInput,
  useColumnChoice,
  ViewsMenu,
} from './data-table/index.ts'
import { EVERYTHING, TimeRange, type TimeRangeProps } from './time-range.tsx'

interface TaskLogPageProps<Row> extends Pick<TimeRangeProps, 'unit' | 'usual'> {
  /** The list's name in the contract's table of sorts. */
  name: 'tasks' | 'drawings'
  title: string
  intro: string
  banner?: ReactNode
  list: ListState<'start_timestamp' | 'end_timestamp' | 'channel_id'>
  /** The value of the id filter. */
  id: string
  onId: (id: string) => void
  query: UseQueryResult<Page<Row>>
  columns: Column<Row>[]
  rememberedColumns: StoredColumns
  nameOf: (row: Row) => string
  /** Further filters of this log. */
  filters?: ReactNode[]
  /** The texts of the empty list. `addChannel`: the next step for administrators. */
  empty: { title: string; hint: string; addChannel: string }
}

/** The page of the drawing log and of the task log. */
export function TaskLogPage<Row extends { id: number }>(props: TaskLogPageProps<Row>) {
  const { title, intro, banner, list, id, onId, query, rememberedColumns, nameOf, empty, unit, usual } = props
  const { t } = useTranslation()
  const isAdmin = useMay('logs')
  const columns = useColumnChoice(props.columns, rememberedColumns)

  return (
    <ListPage title={title} intro={intro}>
      {banner}
      <FilterBar
        list={list}
        end={
          <>
            <ViewsMenu list={props.name} columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      >
        {[
          <TimeRange key="time" filters={list.filters} onChange={list.setFilters} unit={unit} usual={usual} />,
          <SearchInput key="id" label={t('tasks.columns.id')} value={id} onSearch={onId} style={{ width: 200 }} />,
          isAdmin && (
            <ChannelsFilter
              key="channel"
              value={list.filters.channel_id}
              onChange={channel_id => list.setFilters({ channel_id })}
            />
          ),
          ...(props.filters ?? []),
        ]}
      </FilterBar>
      <DataTable
        list={list}
        query={query}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={nameOf}
        first={{
          title: empty.title,
          hint: empty.hint,
          action: (
            <>
              <Link to={isAdmin ? paths.addChannel : paths.tokens}>
                <Button type="primary">{isAdmin ? empty.addChannel : t('tasks.toTokens')}</Button>
              </Link>
              <Button onClick={() => list.setFilters({ start_timestamp: EVERYTHING })}>{t('tasks.showAll')}</Button>
            </>
          ),
        }}
      />
    </ListPage>
  )
}
