import { PlayCircleOutlined } from '@ant-design/icons'
import { ROLE } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { FullTable, ListError } from '../../../components/data-table/index.ts'
import { useConfirm } from '../../../components/use-confirm.ts'
import { formatDuration, formatTime } from '../../../lib/format.ts'
import { useUser } from '../../../session/user.ts'
import styles from '../settings.module.css'
import { useJobs, useRunJob } from './api.ts'
import { type JobRow, useJobColumns } from './columns.tsx'

export const JOBS_ID = 'operation-jobs'

/** The background jobs: when each ran and runs next, how it ended; the super admin may run one now. */
export function Jobs() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useJobs()
  const columns = useJobColumns()
  const runIt = useRunAction()
  const isRoot = useUser()?.role === ROLE.root
  return (
    <section id={JOBS_ID} className={styles.section} aria-label={t('jobs.title')}>
      <header>
        <h2>{t('jobs.title')}</h2>
        <p>{t('jobs.hint')}</p>
      </header>
      {isLoadingError ? (
        <ListError title={t('jobs.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FullTable<JobRow>
          rows={data?.map(job => ({ ...job, id: job.name }))}
          placeholders={4}
          empty={null}
          columns={columns}
          nameOf={({ name }) => t(`jobs.names.${name}`)}
          expand={({ name, error, started_at, finished_at }) => (
            <>
              <p>{t(`jobs.explanations.${name}`)}</p>
              {finished_at > 0 && (
                <p>
                  {t('jobs.finished')}: {formatTime(finished_at)}
                  {finished_at >= started_at && ` · ${t('jobs.took')}: ${formatDuration(finished_at - started_at)}`}
                </p>
              )}
              {error && (
                <p className={styles.error} translate="no">
                  {error}
                </p>
              )}
            </>
          )}
          {...(isRoot && { actions: runIt })}
        />
      )}
    </section>
  )
}

function useRunAction() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: run, isPending, variables } = useRunJob()
  const confirm = useConfirm()
  return ({ name, state }: JobRow) => {
    const job = t(`jobs.names.${name}`)
    const startIt = () =>
      run(name, {
        onSuccess: () => message.success(t('jobs.started', { name: job })),
        onError: error => message.error(t('jobs.notStarted', { name: job, message: error.message })),
      })
    return [
      {
        key: 'run',
        label: t('jobs.run'),
        icon: <PlayCircleOutlined />,
        frequent: true,
        disabled: state === 'running' || (isPending && variables === name),
        onClick: async () => {
          const consequence = t(`jobs.explanations.${name}`)
          if (await confirm({ title: t('jobs.ask', { name: job }), consequence, agree: t('jobs.run') })) startIt()
        },
      },
    ]
  }
}
