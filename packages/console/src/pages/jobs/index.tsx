import { PlayCircleOutlined } from '@ant-design/icons'
import { JOB_NAMES } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FullTable, ListError, ListPage } from '../../components/data-table/index.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { paths } from '../../lib/paths.ts'
import { useJobs, useRunJob } from './api.ts'
import { type JobRow, useJobColumns } from './columns.tsx'
import { JobDetails } from './details.tsx'

/** The background jobs: when each ran and runs next, how long it took and how it ended; each can be run now. */
export default function JobsPage() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useJobs()
  const columns = useJobColumns()
  const runIt = useRunAction()
  return (
    <ListPage
      title={t('layout.pages.jobs')}
      intro={t('jobs.hint')}
      aside={<Link to={paths.movingIn}>{t('layout.pages.movingIn')}</Link>}
    >
      {isLoadingError ? (
        <ListError title={t('jobs.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FullTable<JobRow>
          rows={data?.map(job => ({ ...job, id: job.name }))}
          placeholders={JOB_NAMES.length}
          empty={null}
          columns={columns}
          nameOf={({ name }) => t(`jobs.names.${name}`)}
          keepsLeftOut
          expand={job => <JobDetails job={job} />}
          actions={runIt}
        />
      )}
    </ListPage>
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
