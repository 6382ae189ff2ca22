import type { Team } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { useEntries } from './api.ts'
import styles from './teams.module.css'

const DepositForm = lazyForm(() => import('./forms.tsx').then(file => file.DepositForm))

/** The team's balance, and the latest payments in and out. */
export function TeamWallet({ team }: { team: Team }) {
  const { t } = useTranslation()
  const form = useOpened<never>()
  const { data } = useEntries(team.id)
  const mask = useMask()
  const words = { 'team-in': 'teams.in', 'team-out': 'teams.out', plan: 'teams.plan' } as const
  const pay = (
    <Button type="primary" onClick={() => form.open()}>
      {t('teams.deposit')}
    </Button>
  )
  const entries = data?.items ?? []
  return (
    <Panel title={t('teams.wallet')} hint={t('teams.walletHint')} aside={pay}>
      <Figures
        leading
        figures={[
          { label: t('teams.balance'), value: <Quota value={team.quota} /> },
          ...(team.owed > 0 ? [{ label: t('teams.owed'), value: <Quota value={team.owed} /> }] : []),
          { label: t('teams.used'), value: <Quota value={team.used_quota} /> },
        ]}
      />
      <ul className={styles.list} aria-label={t('teams.entries')}>
        {entries.map(({ id, kind, username, quota, created_at }) => (
          <li key={id}>
            <span className={styles.name}>
              {t(words[kind as 'team-in'] ?? 'teams.other', { name: mask(username) })}
            </span>
            <Quota value={quota} isCredit={quota > 0} />
            <RelativeTime at={created_at} />
          </li>
        ))}
      </ul>
      {form.opened && <DepositForm key={form.opened.key} team={team} onClose={form.close} />}
    </Panel>
  )
}
