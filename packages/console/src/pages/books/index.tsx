import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { formatDuration, formatNumber, formatTime } from '../../lib/format.ts'
import { saveCsv } from '../../lib/save-csv.ts'
import { type Audit, useAudit } from './api.ts'
import { booksAsCsv } from './as-csv.ts'
import styles from './books.module.css'
import { Findings } from './findings.tsx'
import { Rules } from './rules.tsx'
import { Sums } from './sums.tsx'

/** The audit: the ledger's sums, every rule, and the violations. */
export default function BooksPage() {
  const { t } = useTranslation()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useAudit()
  return (
    <ListPage
      title={t('layout.pages.books')}
      intro={t('books.intro')}
      aside={
        <>
          <Button
            icon={<DownloadOutlined />}
            disabled={!data}
            onClick={() => data && saveCsv('books', booksAsCsv(data))}
          >
            {t('components.csv')}
          </Button>
          <PrintButton disabled={!data} />
          <Button type="primary" icon={<ReloadOutlined />} loading={isFetching} onClick={() => refetch()}>
            {t('books.check')}
          </Button>
        </>
      }
    >
      {error && !isFetching && <ListError title={t('books.failed')} error={error} onRetry={refetch} />}
      <section className={styles.page} aria-busy={isFetching}>
        <div role="status" aria-busy={isFetching}>
          {isFetching && <Running />}
          {data && !isFetching && !error && <Verdict audit={data} at={dataUpdatedAt / 1000} />}
        </div>
        {data && (
          <div className={isFetching ? `${styles.page} ${styles.stale}` : styles.page}>
            {data.findings.length > 0 && <Findings findings={data.findings} />}
            <Panel title={t('books.sums.title')} hint={t('books.sums.hint')}>
              <Sums figures={data.figures} running={data.running} />
            </Panel>
            <Panel title={t('books.rulesTitle')} hint={t('books.rulesHint')}>
              <Rules findings={data.findings} />
            </Panel>
          </div>
        )}
      </section>
    </ListPage>
  )
}

function Running() {
  const { t } = useTranslation()
  return (
    <Alert
      type="info"
      showIcon
      title={t('books.running')}
      description={<Progress percent={100} status="active" showInfo={false} size="small" aria-hidden="true" />}
    />
  )
}

function Verdict({ audit: { findings, took }, at }: { audit: Audit; at: number }) {
  const { t } = useTranslation()
  const isSound = findings.length === 0
  return (
    <Alert
      type={isSound ? 'success' : 'error'}
      showIcon
      title={
        isSound
          ? t('books.sound')
          : t('books.broken', { count: findings.length, number: formatNumber(findings.length) })
      }
      description={t('books.checked', { time: formatTime(at), took: formatDuration(took / 1000) })}
    />
  )
}
