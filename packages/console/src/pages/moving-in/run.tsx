import { CheckOutlined, DownloadOutlined, PlayCircleOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import type { ImportReport, ImportRun } from '@tollgate/contract'
import { Alert, Button, Progress } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { PrintButton } from '../../components/print-button.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { downloadText } from '../../lib/download.ts'
import { formatNumber } from '../../lib/format.ts'
import { labelled } from '../../lib/join-words.ts'
import { paths } from '../../lib/paths.ts'
import { places } from '../../lib/places.ts'
import { type ImportAct, useImport, useImportAct, useImportedUsers, useReport } from './api.ts'
import styles from './moving-in.module.css'
import { Report } from './report.tsx'
import { stateWord } from './states.ts'
import { Users } from './users.tsx'

/** An import: its progress, the findings of its dry run, and its proof. */
export function RunPage({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data: run, error, isLoadingError, refetch } = useImport(id)
  const { data: report } = useReport(run)
  const { data: users } = useImportedUsers(id, run?.proved_at ?? 0)
  const title = run?.proved_at ? t('movingIn.proof') : t('movingIn.plan')
  return (
    <ListPage
      title={run ? labelled(title, run.source) : t('layout.pages.movingIn')}
      intro={run?.proved_at ? t('movingIn.proofIntro') : t('movingIn.planIntro')}
      aside={
        <>
          <Link to={paths.movingIn}>{t('movingIn.all')}</Link>
          <Link to={places.shadow(id)}>{t('movingIn.shadow.title')}</Link>
          <Link to={places.switch(id)}>{t('movingIn.switch.title')}</Link>
          {report && (
            <>
              <Button
                icon={<DownloadOutlined />}
                onClick={() =>
                  downloadText(`import-${id}.json`, JSON.stringify({ ...report, by_user: users }, null, 2))
                }
              >
                {t('movingIn.json')}
              </Button>
              <PrintButton />
            </>
          )}
        </>
      }
    >
      {isLoadingError && <ListError title={t('movingIn.loadFailed')} error={error} onRetry={refetch} />}
      {run && (
        <div className={styles.page}>
          <Standing run={run} report={report} />
          {report && <Report run={run} report={report} />}
          {users && users.length > 0 && <Users users={users} />}
        </div>
      )}
    </ListPage>
  )
}

interface StandingProps {
  run: ImportRun
  report: ImportReport | null | undefined
}

/** Its current state, and the possible actions. */
function Standing({ run, report }: StandingProps) {
  const { t } = useTranslation()
  const { state, task, error, log_rows, proved_at } = run
  const logs = report?.logs.source ?? 0
  const isBringing = task === 'import' && log_rows > 0
  return (
    <div className={styles.standing}>
      <div role="status">
        <Alert
          type={state === 'failed' ? 'error' : state === 'done' ? 'success' : 'info'}
          showIcon
          title={t(stateWord(run))}
          description={
            error ? (
              <span lang="en" translate="no">
                {error}
              </span>
            ) : (
              isBringing && t('movingIn.logRows', { number: formatNumber(log_rows), all: formatNumber(logs) })
            )
          }
        />
      </div>
      {state === 'running' && (
        <Progress
          percent={isBringing && logs > 0 ? Math.min(99, Math.floor((log_rows / logs) * 100)) : 0}
          status="active"
          aria-label={t('movingIn.progress')}
        />
      )}
      <div className={styles.acts}>
        {state === 'running' && <Act run={run} act="stop" icon={<StopOutlined />} />}
        {(state === 'stopped' || state === 'failed') && <Act run={run} act="resume" icon={<PlayCircleOutlined />} />}
        {state !== 'running' && task !== 'import' && proved_at === 0 && report && (
          <Act run={run} report={report} act="begin" icon={<CheckOutlined />} isMain />
        )}
        {state !== 'running' && proved_at > 0 && <Act run={run} act="verify" icon={<ReloadOutlined />} />}
      </div>
    </div>
  )
}

interface ActProps {
  run: ImportRun
  report?: ImportReport
  act: ImportAct
  icon: ReactNode
  isMain?: boolean
}

function Act({ run: { id }, report, act, icon, isMain = false }: ActProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate, isPending } = useImportAct(id)
  const start = async () => {
    const agree = t('movingIn.acts.begin')
    const question = { title: t('movingIn.askBegin'), consequence: t('movingIn.askBeginHint'), agree }
    if (act !== 'begin' || (await confirm(question))) mutate(act)
  }
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      icon={icon}
      loading={isPending}
      disabled={act === 'begin' && !report?.holds}
      onClick={() => void start()}
    >
      {t(`movingIn.acts.${act}`)}
    </Button>
  )
}
