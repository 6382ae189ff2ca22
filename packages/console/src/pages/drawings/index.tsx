import { Alert, Button } from 'antd'
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
import { stored, useStored } from '../../lib/storage.ts'
import { useIsAdmin } from '../../session/user.ts'
import { DRAWING_FILTERS, useDrawings, usualDrawingTimes } from './api.ts'
import { useDrawingColumns } from './columns.tsx'

export default function DrawingsPage() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const list = useListState(DRAWING_FILTERS, stored.drawingPageSize)
  const columns = useColumnChoice(useDrawingColumns(), stored.drawingColumns)
  const [usual] = useState(usualDrawingTimes)

  return (
    <ListPage title={t('layout.pages.drawings')} intro={t('drawings.intro')}>
      {isAdmin && <CallbackBanner />}
      <FilterBar list={list} end={<ColumnChooser choice={columns} />}>
        {[
          <TimeRange
            key="time"
            unit="milliseconds"
            filters={list.filters}
            usual={[...usual]}
            onChange={list.setFilters}
          />,
          <SearchInput
            key="id"
            label={t('tasks.columns.id')}
            value={list.filters.mj_id}
            onSearch={mj_id => list.setFilters({ mj_id })}
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
        query={useDrawings(list)}
        columns={columns.visible}
        nameOf={row => row.mj_id || String(row.id)}
        first={{
          title: t('drawings.emptyTitle'),
          hint: t('drawings.emptyHint'),
          action: (
            <>
              <Link to={isAdmin ? paths.addChannel : paths.tokens}>
                <Button type="primary">{t(isAdmin ? 'drawings.addChannel' : 'tasks.toTokens')}</Button>
              </Link>
              <Button onClick={() => list.setFilters({ start_timestamp: EVERYTHING })}>{t('tasks.showAll')}</Button>
            </>
          ),
        }}
      />
    </ListPage>
  )
}

/** Says that upstreams do not call back, unless they are let. */
function CallbackBanner() {
  const { t } = useTranslation()
  const [isEnabled] = useStored(stored.drawingNotifyEnabled)
  if (isEnabled) return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('drawings.noCallback')}
      action={<Link to={`${paths.settings}?q=MjNotifyEnabled`}>{t('drawings.toSetting')}</Link>}
    />
  )
}
