import { ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import type { OverviewPanel, TimeUnit } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyList, ListError, ListPage, useFilters } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { zoneName } from '../../lib/format.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'
import { overviewPanelsOf } from '../../session/overview-panels-of.ts'
import { useStatus } from '../../session/status.tsx'
import { useFreshUser, useMay } from '../../session/user.ts'
import { DASHBOARD_FILTERS, type DashboardFilters, useUsage, useView, type View } from './api.ts'
import { CausesPanel } from './causes-panel.tsx'
import styles from './dashboard.module.css'
import { ExportButton } from './export-button.tsx'
import { FiguresRow } from './figures-row.tsx'
import { DashboardFilterBar } from './filters.tsx'
import { LatencyPanel } from './latency-panel.tsx'
import type { ShownPanel } from './overview/panels.tsx'
import { SlowChannelsPanel } from './slow-channels-panel.tsx'
import { SubjectsPanel } from './subjects-panel.tsx'
import { TodayPanel } from './today-panel.tsx'
import { UsagePanel } from './usage-panel.tsx'
import { WalletPanel } from './wallet-panel.tsx'

const OverviewPanels = lazyPart(() => withPhrases(['overview'], import('./overview/panels.tsx')))
const FlowPanel = lazyPart(() => import('./flow/flow-panel.tsx'))

/** Usage over time, by subject, and the quality of calls. */
export default function DashboardPage() {
  const { t } = useTranslation()
  const { enable_data_export } = useStatus()
  useFreshUser()
  const list = useFilters(DASHBOARD_FILTERS)
  const view = useView(list)
  const client = useQueryClient()
  return (
    <ListPage
      title={t('layout.pages.dashboard')}
      intro={t(view.isOfAll ? 'dashboard.intro' : 'dashboard.ownIntro')}
      aside={
        <>
          <span className={styles.zone}>{t('dashboard.zone', { zone: zoneWords() })}</span>
          {enable_data_export && <DashboardExport list={list} view={view} />}
          <Button icon={<ReloadOutlined />} onClick={() => client.invalidateQueries({ queryKey: ['dashboard'] })}>
            {t('dashboard.refresh')}
          </Button>
        </>
      }
    >
      <Arranged>
        {enable_data_export ? (
          <>
            <DashboardFilterBar list={list} view={view} />
            <Dashboard list={list} view={view} />
          </>
        ) : (
          <Panel title={t('dashboard.off')}>{t('dashboard.offHint')}</Panel>
        )}
      </Arranged>
    </ListPage>
  )
}

/** The figures among the operator's panels. They wait for panels above them, which would move them. */
function Arranged({ children }: { children: ReactNode }) {
  const panels = overviewPanelsOf(useStatus())
  const [isSettled, setSettled] = useState(false)
  const settle = useCallback(() => setSettled(true), [])
  const place = panels.indexOf('figures')
  const isPanel = (panel: OverviewPanel): panel is ShownPanel => panel !== 'figures'
  const [above, below] = [panels.slice(0, place).filter(isPanel), panels.slice(place + 1).filter(isPanel)]
  return (
    <>
      {above.length > 0 && <OverviewPanels names={above} onSettled={settle} fallback={<Skeleton active />} />}
      {(above.length === 0 || isSettled) && children}
      {below.length > 0 && <OverviewPanels names={below} />}
    </>
  )
}

function DashboardExport(props: { list: DashboardFilters; view: View }) {
  const { data } = useUsage(props.list, props.view)
  return <ExportButton usage={data} {...props} />
}

function Dashboard({ list, view }: { list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { data: usage, error, refetch, isPlaceholderData } = useUsage(list, view)
  const seesWallets = useMay({ all: ['logs', 'users.see'] })
  if (error) return <ListError title={t('dashboard.loadFailed')} error={error} onRetry={refetch} />
  if (!usage) return <Skeleton active />
  const { requests, failed } = usage.totals
  if (requests + failed === 0)
    return <EmptyList list={list} first={{ title: t('dashboard.emptyTitle'), hint: t('dashboard.emptyHint') }} />
  // Placeholder data is from the previous choice and keeps its unit.
  const unit: TimeUnit = isPlaceholderData ? unitOf(usage.times) : view.unit
  return (
    <div className={styles.page} aria-busy={isPlaceholderData}>
      <FiguresRow usage={usage} list={list} view={view} />
      <div className={styles.halves}>
        <SubjectsPanel question="who" usage={usage} list={list} view={view} />
        <SubjectsPanel question="what" usage={usage} list={list} view={view} />
      </div>
      <UsagePanel usage={usage} unit={unit} list={list} view={view} />
      <FlowPanel list={list} view={view} fallback={<Skeleton active className={styles.flow} />} />
      <div className={styles.halves}>
        <TodayPanel list={list} view={view} />
        {(!view.isOfAll || seesWallets) && <WalletPanel list={list} view={view} />}
      </div>
      <CausesPanel usage={usage} list={list} view={view} />
      <SlowChannelsPanel list={list} view={view} />
      <LatencyPanel list={list} view={view} />
    </div>
  )
}

const HOUR_SECONDS = 3600

const unitOf = ([, second = 0, third = 0]: number[]): TimeUnit => (third - second <= HOUR_SECONDS ? 'hour' : 'day')

/** The browser's time zone, in which days and weeks are shown: `Europe/Berlin, UTC+2`. */
function zoneWords(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === zoneName() ? timeZone : `${timeZone}, ${zoneName()}`
}
