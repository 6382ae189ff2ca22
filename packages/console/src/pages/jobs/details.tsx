import type { JobRun } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { StatusDot } from '../../components/status-dot.tsx'
import sums from '../../components/sums.module.css'
import { formatDuration, formatTime } from '../../lib/format.ts'
import { labelled } from '../../lib/join-words.ts'
import { useJobRuns } from './api.ts'
import { type JobRow, kinds } from './columns.tsx'
import styles from './jobs.module.css'

/** What a job does, why its last run failed, and its history. */
export function JobDetails({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  const { name, error, finished_at } = job
  return (
    <>
      <p>{t(`jobs.explanations.${name}`)}</p>
      {finished_at > 0 && <p>{labelled(t('jobs.finished'), formatTime(finished_at))}</p>}
      {error && (
        <p className={styles.error} translate="no">
          {error}
        </p>
      )}
      <History job={job} />
    </>
  )
}

function History({ job }: { job: JobRow }) {
  const { t } = useTranslation()
  const { data: runs, error, isLoadingError, refetch } = useJobRuns(job)
  if (isLoadingError) return <ListError title={t('jobs.history.failed')} error={error} onRetry={refetch} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.history} aria-label={t('jobs.history.title')} aria-busy={!runs} tabIndex={0}>
      {runs?.length === 0 && <p>{t('jobs.history.none')}</p>}
      {runs && runs.length > 0 && (
        <table className={sums.sums}>
          <caption>{t('jobs.history.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('jobs.columns.started')}</th>
              <th scope="col">{t('jobs.history.result')}</th>
              <th scope="col">{t('jobs.columns.took')}</th>
              <th scope="col">{t('jobs.history.node')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(run => (
              <Run key={run.id} run={run} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Run({ run: { started_at, took_ms, result, handled, error, server, worker } }: { run: JobRun }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{formatTime(started_at)}</th>
      <td data-label={t('jobs.history.result')}>
        <span className={styles.result}>
          <StatusDot kind={kinds[result]} label={t(`jobs.states.${result}`, { count: handled })} />
          {error && <span translate="no">{error}</span>}
        </span>
      </td>
      <td data-label={t('jobs.columns.took')}>{formatDuration(took_ms / 1000)}</td>
      <td data-label={t('jobs.history.node')} translate="no">
        {t('jobs.history.worker', { server, worker })}
      </td>
    </tr>
  )
}
