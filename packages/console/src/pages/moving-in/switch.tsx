import { ReloadOutlined, SwapOutlined } from '@ant-design/icons'
import type { ImportReport, ImportRun, MirrorReport } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { CodeBlock } from '../../components/code-block.tsx'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatTime } from '../../lib/format.ts'
import { labelled } from '../../lib/join-words.ts'
import { places } from '../../lib/places.ts'
import { useImportAct, useImports, useMirror, useReport, useShadow } from './api.ts'
import styles from './moving-in.module.css'
import { stateWord } from './states.ts'
import { type Known, STEP_KINDS, type StepName, type StepState, statesOf } from './switch-steps.ts'

/** The way from the old gateway to this one: numbered steps with their commands, each with its state where it can be known. */
export default function SwitchPage() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const { data: run, error, isLoadingError, refetch } = useShadow(id)
  const { data: report } = useReport(run)
  const { data: mirror } = useMirror()
  const { data: imports } = useImports()
  return (
    <ListPage
      title={run ? labelled(t('movingIn.switch.title'), run.source) : t('movingIn.switch.title')}
      intro={t('movingIn.switch.intro')}
      aside={
        <>
          <Link to={places.importRun(id)}>{t('movingIn.shadow.run')}</Link>
          <Link to={places.shadow(id)}>{t('movingIn.shadow.title')}</Link>
          <PrintButton />
        </>
      }
    >
      {isLoadingError && <ListError title={t('movingIn.loadFailed')} error={error} onRetry={refetch} />}
      {run && <Steps run={run} report={report ?? null} mirror={mirror ?? null} folder={imports?.folder ?? ''} />}
    </ListPage>
  )
}

interface StepsProps extends Known {
  run: Known['run'] & ImportRun
  report: ImportReport | null
  mirror: MirrorReport | null
  folder: string
}

function Steps({ run, report, mirror, folder }: StepsProps) {
  const { t } = useTranslation()
  const states = statesOf({ run, report, mirror })
  const given = placeOf(run.source_kind, run.source, folder)
  const place =
    run.log_kind === ''
      ? given
      : `${given} --log-source ${placeOf(run.log_kind, run.log_source, folder, 'LOG_ADDRESS')}`
  const since = run.synced_at || 'TIME'
  const program = report?.generation.startsWith('one-api') ? 'one-api' : 'new-api'
  const commands: Partial<Record<StepName, string>> = {
    shadow: `tollgate shadow ${place} --follow 60`,
    sync: `tollgate import ${place} --sync --yes`,
    proof: `tollgate import --verify ${place}`,
    back: `tollgate export --as ${program} --database ${report?.database ?? 'sqlite'} --spent-since ${since} > back.sql`,
  }
  const at: Partial<Record<StepName, number>> = {
    imported: run.proved_at,
    shadow: run.shadowed_at,
    sync: run.synced_at,
    proof: run.proved_at,
  }
  const acts: Partial<Record<StepName, ReactNode>> = {
    sync: run.proved_at > 0 && <Act run={run} act="sync" icon={<SwapOutlined />} />,
    proof: run.proved_at > 0 && <Act run={run} act="verify" icon={<ReloadOutlined />} />,
  }
  return (
    <div className={styles.page}>
      <div role="status">
        {(run.state !== 'done' || run.task === 'sync') && (
          <Alert
            type={run.state === 'failed' ? 'error' : run.state === 'done' ? 'success' : 'info'}
            showIcon
            title={t(stateWord(run))}
            description={run.error && <span lang="en">{run.error}</span>}
          />
        )}
      </div>
      <ol className={styles.steps}>
        {(Object.keys(states) as StepName[]).map((name, index) => (
          <li key={name}>
            <Step number={index + 1} name={name} state={states[name]} at={at[name] ?? 0} command={commands[name]}>
              {acts[name]}
            </Step>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A file by its path; an address is stored without its password, so the operator fills it in. */
const placeOf = (kind: 'file' | 'address', name: string, folder: string, address = 'ADDRESS') =>
  kind === 'file' ? `${folder}/${name}` : address

interface StepProps {
  number: number
  name: StepName
  state: StepState
  at: number
  command: string | undefined
  children: ReactNode
}

function Step({ number, name, state, at, command, children }: StepProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={`${number}. ${t(`movingIn.switch.steps.${name}.title`)}`}
      hint={t(`movingIn.switch.steps.${name}.text`)}
    >
      <div className={styles.form}>
        <div className={styles.inLine}>
          <StatusDot kind={STEP_KINDS[state]} label={t(`movingIn.switch.states.${state}`)} />
          {at > 0 && <span className={styles.quiet}>{t('movingIn.switch.at', { time: formatTime(at) })}</span>}
          {children}
        </div>
        {command && <CodeBlock code={command} what={t('movingIn.switch.command')} />}
      </div>
    </Panel>
  )
}

function Act({ run: { id, state }, act, icon }: { run: ImportRun; act: 'sync' | 'verify'; icon: ReactNode }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useImportAct(id)
  return (
    <Button icon={icon} loading={isPending} disabled={state === 'running'} onClick={() => mutate(act)}>
      {t(`movingIn.acts.${act}`)}
    </Button>
  )
}
