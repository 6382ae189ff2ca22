import { PlusOutlined } from '@ant-design/icons'
import { Button, Empty, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { useTeams } from '../../lib/use-teams.ts'

import { Invitation } from './invitation.tsx'
import { TeamView } from './team-view.tsx'
import styles from './teams.module.css'

const TeamForm = lazyForm(() => import('./forms.tsx').then(file => file.TeamForm))

/** The caller’s teams, one of them in full: the one in the address, else the first. */
export default function TeamsPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { data: teams, error, refetch } = useTeams()
  const form = useOpened<never>()
  const chosen = teams?.find(({ id }) => id === Number(search.get('id'))) ?? teams?.[0]
  const code = search.get('invitation') ?? ''
  const choose = (id: number) => setSearch({ id: String(id) })

  const aside = (
    <>
      {teams && teams.length > 1 && (
        <Select
          aria-label={t('teams.choose')}
          className={styles.choice}
          value={chosen?.id}
          onChange={choose}
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Button type="primary" icon={<PlusOutlined />} onClick={() => form.open()}>
        {t('teams.add')}
      </Button>
    </>
  )
  return (
    <ListPage title={t('layout.pages.teams')} intro={t('teams.intro')} aside={aside}>
      <div className={styles.page}>
        {code !== '' && <Invitation code={code} onAnswered={id => (id === null ? setSearch({}) : choose(id))} />}
        {error && <ListError error={error} onRetry={refetch} />}
        {!teams && !error && <Skeleton active />}
        {teams?.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                <p>{t('teams.none')}</p>
                <p>{t('teams.noneHint')}</p>
              </>
            }
          />
        )}
        {chosen && <TeamView key={chosen.id} team={chosen} />}
      </div>
      {form.opened && <TeamForm key={form.opened.key} onMade={choose} onClose={form.close} />}
    </ListPage>
  )
}
