import { isTeamRole, type Team } from '@tollgate/contract'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOpened } from '../../components/use-opened.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useDissolve, useLeave, useTeamLog } from './api.ts'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { Projects } from './projects.tsx'
import styles from './teams.module.css'
import { TeamTokens } from './tokens.tsx'
import { TeamWallet } from './wallet.tsx'

const RenameForm = lazyForm(() => import('./forms.tsx').then(file => file.RenameForm))
const TeamPlans = lazy(() => withPhrases(['plans', 'wallet'], import('./plans.tsx')))

/** A team: its name, wallet, plans, tokens, projects, members, invitations and latest calls. */
export function TeamView({ team }: { team: Team }) {
  const isAdmin = isTeamRole(team.role, 'admin')
  return (
    <>
      <Name team={team} />
      <TeamWallet team={team} />
      <Suspense>
        <TeamPlans team={team} />
      </Suspense>
      <TeamTokens team={team} />
      <Projects team={team} />
      <Members team={team} />
      {isAdmin && <Invitations team={team} />}
      <LatestCalls team={team} />
      <Ending team={team} />
    </>
  )
}

function Name({ team }: { team: Team }) {
  const { t } = useTranslation()
  const form = useOpened<never>()
  return (
    <div className={styles.title}>
      <h2>{team.name}</h2>
      {isTeamRole(team.role, 'admin') && (
        <Button size="small" onClick={() => form.open()}>
          {t('teams.rename')}
        </Button>
      )}
      {form.opened && <RenameForm key={form.opened.key} team={team} onClose={form.close} />}
    </div>
  )
}

function LatestCalls({ team }: { team: Team }) {
  const { t } = useTranslation()
  const { data } = useTeamLog(team.id)
  const rows = data?.items ?? []
  return (
    <Panel title={t('teams.calls')}>
      {data && rows.length === 0 && <p className={styles.quiet}>{t('teams.noCalls')}</p>}
      <ul className={styles.list}>
        {rows.map(row => (
          <li key={row.id}>
            <span className={styles.name}>{row.model_name}</span>
            <span className={styles.quiet}>{row.token_name}</span>
            <Quota value={row.quota} />
            <RelativeTime at={row.created_at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The owner dissolves the team, others leave it. */
function Ending({ team: { id, name, role } }: { team: Team }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: leave } = useLeave(id)
  const { mutate: dissolve } = useDissolve(id)
  const isOwner = role === 'owner'
  const end = async () => {
    const title = t(isOwner ? 'teams.dissolveTitle' : 'teams.leaveTitle', { team: name })
    const consequence = t(isOwner ? 'teams.dissolveConsequence' : 'teams.leaveConsequence')
    const agree = t(isOwner ? 'teams.dissolve' : 'teams.leave')
    if (!(await confirm({ title, consequence, agree, danger: true }))) return
    if (isOwner) dissolve(null)
    else leave(null)
  }
  return (
    <div className={styles.buttons}>
      <Button danger onClick={end}>
        {t(isOwner ? 'teams.dissolve' : 'teams.leave')}
      </Button>
    </div>
  )
}
