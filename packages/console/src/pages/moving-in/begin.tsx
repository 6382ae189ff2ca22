import type { ImportRun } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { type Column, ListError, ListPage, PagedTable } from '../../components/data-table/index.ts'
import { PlaceLink } from '../../components/links/index.tsx'
import { Panel } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { places } from '../../lib/places.ts'
import { useImports } from './api.ts'
import styles from './moving-in.module.css'
import { SourceForm } from './source-form.tsx'
import { STATE_KINDS, stateWord } from './states.ts'

const PAGE_SIZES = [10, 50] as const

/** Chooses a source, and lists the imports so far. */
export function BeginPage() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useImports()
  const columns = useColumns()
  return (
    <ListPage title={t('layout.pages.movingIn')} intro={t('movingIn.intro')}>
      {isLoadingError ? (
        <ListError title={t('movingIn.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <div className={styles.page}>
          <Panel title={t('movingIn.source.title')} hint={t('movingIn.source.hint')}>
            <SourceForm imports={data} />
          </Panel>
          {data && data.runs.length > 0 && (
            <Panel title={t('movingIn.earlier')}>
              <PagedTable<ImportRun>
                rows={data.runs}
                pageSizes={PAGE_SIZES}
                columns={columns}
                keepsLeftOut
                nameOf={({ source }) => source}
                empty={null}
              />
            </Panel>
          )}
        </div>
      )}
    </ListPage>
  )
}

function useColumns(): Column<ImportRun>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'source',
      title: t('movingIn.columns.source'),
      width: 240,
      grows: true,
      card: 'heading',
      render: ({ id, source }) => (
        <PlaceLink to={places.importRun(id)}>
          <span translate="no">
            #{id} · {source}
          </span>
        </PlaceLink>
      ),
    },
    {
      key: 'state',
      title: t('movingIn.columns.state'),
      width: 220,
      card: 'field',
      render: run => <StatusDot kind={STATE_KINDS[run.state]} label={t(stateWord(run))} />,
    },
    {
      key: 'actor',
      title: t('movingIn.columns.actor'),
      width: 140,
      rank: 1,
      card: 'titled-field',
      render: ({ actor_name }) => <span translate="no">{actor_name}</span>,
    },
    {
      key: 'created',
      title: t('movingIn.columns.created'),
      width: 130,
      card: 'titled-field',
      render: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ]
}
