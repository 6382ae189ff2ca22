import type { Team } from '@tollgate/contract'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOpened } from '../../components/use-opened.ts'
import { useProjects } from '../../lib/use-teams.ts'
import { useRemoveTeamToken, useTeamTokens } from './api.ts'
import styles from './teams.module.css'

const TokenForm = lazyForm(() => import('./forms.tsx').then(file => file.TokenForm))

/** Tokens paid by the team: one’s own, or all as an administrator. */
export function TeamTokens({ team }: { team: Team }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { data } = useTeamTokens(team.id)
  const { mutate: remove } = useRemoveTeamToken(team.id)
  const { data: projects } = useProjects(team.id)
  const form = useOpened<never>()
  const make = <Button onClick={() => form.open()}>{t('teams.makeToken')}</Button>
  const askToRemove = async (id: number, name: string) => {
    const words = { title: t('teams.removeTokenTitle', { name }), consequence: t('teams.removeTokenConsequence') }
    if (await confirm({ ...words, agree: t('teams.delete'), danger: true })) remove(id)
  }
  return (
    <Panel title={t('teams.tokens')} hint={t('teams.tokensHint')} aside={make}>
      {data?.items.length === 0 && <p className={styles.quiet}>{t('teams.noTokens')}</p>}
      <ul className={styles.list}>
        {data?.items.map(({ id, name, member, key, used_quota, project_id }) => (
          <li key={id}>
            <span className={styles.name}>{name}</span>
            <span className={styles.quiet}>{member}</span>
            {project_id > 0 && <Tag>{projects?.find(project => project.id === project_id)?.name}</Tag>}
            <Quota value={used_quota} />
            {key !== '' && <CopyButton text={`sk-${key}`} shown={name} what={t('teams.key')} />}
            <Button size="small" danger onClick={() => askToRemove(id, name)}>
              {t('teams.delete')}
            </Button>
          </li>
        ))}
      </ul>
      {form.opened && <TokenForm key={form.opened.key} team={team} onClose={form.close} />}
    </Panel>
  )
}
