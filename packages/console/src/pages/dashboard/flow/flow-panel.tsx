import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../../components/data-table/index.ts'
import { Panel } from '../../../components/panel.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { type DashboardFilters, useFlow, type View } from '../api.ts'
import styles from './flow.module.css'
import { FlowPicture } from './flow-picture.tsx'
import { FlowTable } from './flow-table.tsx'
import { FLOW_MEASURES, type FlowMeasure } from './lay-out.ts'

const VIEWS = ['picture', 'table'] as const

/** How charged calls flow from their callers to the channels: a picture whose nodes filter the page, and a table. */
export default function FlowPanel({ list, view: chosen }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [measure, setMeasure] = useState<FlowMeasure>('quota')
  const [view = isPhone ? 'table' : 'picture', setView] = useState<(typeof VIEWS)[number]>()
  const { data, error, refetch } = useFlow(list, chosen)
  const shown = { measure, list, view: chosen }
  return (
    <Panel
      title={t('dashboard.flow.title')}
      hint={t(chosen.isOfAll ? 'dashboard.flow.hint' : 'dashboard.flow.ownHint')}
      aside={
        <div className={styles.choices}>
          <Segmented
            size="small"
            aria-label={t('dashboard.chart.measure')}
            value={measure}
            onChange={setMeasure}
            options={FLOW_MEASURES.map(value => ({ value, label: t(`dashboard.figures.${value}`) }))}
          />
          <Segmented
            size="small"
            aria-label={t('dashboard.chart.view')}
            value={view}
            onChange={setView}
            options={VIEWS.map(value => ({ value, label: t(`dashboard.flow.views.${value}`) }))}
          />
        </div>
      }
    >
      {error ? (
        <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active title={false} />
      ) : view === 'picture' ? (
        <FlowPicture flow={data} {...shown} />
      ) : (
        <FlowTable flow={data} {...shown} />
      )}
    </Panel>
  )
}
