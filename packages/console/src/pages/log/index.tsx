import { LOG_TYPE } from '@tollgate/contract'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  ColumnChooser,
  DataTable,
  ListPage,
  useColumnChoice,
  useListState,
  ViewsMenu,
} from '../../components/data-table/index.ts'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { QuietNews } from '../../components/quiet-news.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { scopeOf } from '../../lib/scope.ts'
import { stored } from '../../lib/storage.ts'
import { LOG_FILTERS, type LogRow, useIsOfAll, useLogs } from './api.ts'
import { useLogColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { LogFilters } from './filters.tsx'
import styles from './log.module.css'
import { PrintedFilters } from './printed-filters.tsx'
import { useLogActions } from './row-menu.tsx'
import { LogStats } from './stats.tsx'
import { useFollowing, useNewRows } from './use-new-rows.ts'

const LogDetails = lazyPart(async () => ({ default: (await import('./details.tsx')).LogDetails }))

/** Pixels. */
const MENU_WIDTH = 44

export default function LogPage() {
  const { t } = useTranslation()
  const [isLive, setLive] = useState(false)
  const list = useListState(LOG_FILTERS, stored.logPageSize, 'logs')
  const isOfAll = useIsOfAll(list.filters)
  const isOfTeam = scopeOf(list.filters).team_id !== ''
  const columns = useColumnChoice(useLogColumns(), stored.logColumns)
  const actions = useLogActions()
  const query = useLogs(list)
  const { count, markSeen } = useNewRows({ list, page: query.isPlaceholderData ? undefined : query.data })
  const table = useRef<HTMLDivElement>(null)
  // A row under the pointer, or with the focus, will probably be opened.
  useEffect(() => {
    for (const sign of ['pointerenter', 'focusin'])
      table.current?.addEventListener(sign, LogDetails.prepare, { once: true })
  }, [])
  const isRowOpen = () => table.current?.querySelector('[aria-expanded="true"]') != null
  const show = () => {
    void query.refetch().then(markSeen)
    window.scrollTo({ top: 0 })
  }
  useFollowing(isLive, { count, show, mayMove: () => window.scrollY === 0 && !isRowOpen() })

  return (
    <ListPage
      title={t('layout.pages.log')}
      intro={t(isOfAll ? 'log.intro' : 'log.ownIntro')}
      aside={
        <>
          <LogStats filters={list.filters} isLive={isLive && !isOfTeam} />
          {!isOfTeam && <LabelledSwitch label={t('log.live')} checked={isLive} onChange={setLive} />}
        </>
      }
    >
      <LogFilters
        list={list}
        end={
          <>
            <ExportButton filters={list.filters} />
            <ViewsMenu list="logs" columns={columns.visible} />
            <ColumnChooser choice={columns} sorting={list} />
          </>
        }
      />
      <PrintedFilters list={list} page={query.data} />
      <div ref={table}>
        <QuietNews text={count > 0 ? t('log.news', { count, number: numberOfNew(count) }) : undefined} onShow={show} />
        {query.data?.sorted_since !== undefined && (
          <p className={styles.sortedSince} role="status">
            {t('log.sortedSince', { time: formatTime(query.data.sorted_since) })}
          </p>
        )}
        <DataTable
          list={list}
          query={query}
          columns={columns.visible}
          layout={columns.layout}
          onLeftOut={columns.onLeftOut}
          nameOf={row => row.request_id || String(row.id)}
          actions={actions}
          actionsWidth={MENU_WIDTH}
          actionsGiveWay
          expand={row => <LogDetails row={row} actions={actions(row)} fallback={<DetailsSkeleton row={row} />} />}
          first={{
            title: t('log.emptyTitle'),
            hint: t('log.emptyHint'),
            action: (
              <Link to={paths.tokens}>
                <Button type="primary">{t('log.emptyAction')}</Button>
              </Link>
            ),
          }}
        />
      </div>
    </ListPage>
  )
}

/** The server counts no further. */
const MOST_COUNTED = 100

const numberOfNew = (count: number): string =>
  count < MOST_COUNTED ? formatNumber(count) : `${formatNumber(MOST_COUNTED - 1)}+`

/** Placeholder for an opened row whose code is loading, as high as most rows of its kind. */
const DetailsSkeleton = ({ row: { type } }: { row: LogRow }) => (
  <div className={styles.detailsSkeleton} aria-busy="true" data-has-receipt={type === LOG_TYPE.consume}>
    {LINES.map(width => (
      <span key={width} style={{ width }} />
    ))}
  </div>
)

const LINES = ['18%', '42%', '46%', '38%', '44%']
