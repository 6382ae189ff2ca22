import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListState } from '../../components/data-table/index.ts'
import { TaskLogPage } from '../../components/task-log-page.tsx'
import { paths } from '../../lib/paths.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useIsAdmin } from '../../session/user.ts'
import { DRAWING_FILTERS, useDrawings, usualDrawingTimes } from './api.ts'
import { useDrawingColumns } from './columns.tsx'

export default function DrawingsPage() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const list = useListState(DRAWING_FILTERS, stored.drawingPageSize, 'drawings')
  const [usual] = useState(usualDrawingTimes)
  return (
    <TaskLogPage
      name="drawings"
      title={t('layout.pages.drawings')}
      intro={t('drawings.intro')}
      banner={isAdmin && <CallbackBanner />}
      list={list}
      id={list.filters.mj_id}
      onId={mj_id => list.setFilters({ mj_id })}
      unit="milliseconds"
      usual={[...usual]}
      query={useDrawings(list)}
      columns={useDrawingColumns()}
      rememberedColumns={stored.drawingColumns}
      nameOf={row => row.mj_id || String(row.id)}
      empty={{ title: t('drawings.emptyTitle'), hint: t('drawings.emptyHint'), addChannel: t('drawings.addChannel') }}
    />
  )
}

/** Warns that upstreams cannot call back unless this is allowed. */
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
