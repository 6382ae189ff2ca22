import { ROLE, type SystemState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FullTable, ListError, ListPage } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../session/user.ts'
import { useSystem } from './api.ts'
import { useNodeColumns } from './node-columns.tsx'
import { ServerLog } from './server-log.tsx'
import { Storage } from './storage.tsx'
import styles from './system.module.css'
import { Upgrade } from './upgrade.tsx'

/** The processes, the database and Redis behind the console, what an upgrade does, and the server's log. */
export default function SystemPage() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useSystem()
  const columns = useNodeColumns()
  const isRoot = (useUser()?.role ?? 0) >= ROLE.root
  return (
    <ListPage
      title={t('layout.pages.system')}
      intro={t('system.intro')}
      aside={isRoot && <Link to={paths.jobs}>{t('system.jobs')}</Link>}
    >
      {isLoadingError ? (
        <ListError title={t('system.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <div className={styles.page}>
          <Panel title={t('system.nodes.title')} hint={t('system.nodes.hint')}>
            <FullTable
              rows={data?.nodes}
              placeholders={1}
              empty={null}
              columns={columns}
              keepsLeftOut
              nameOf={({ id, told }) => (told ? t('system.nodes.worker', told) : id)}
            />
          </Panel>
          {data && <Storage database={data.database} redis={data.redis} />}
          {data && <Upgrade state={data} />}
          {data && isRoot && <ServerLog workers={workersOf(data)} />}
        </div>
      )}
    </ListPage>
  )
}

/** The numbers of workers, of any server. */
const workersOf = ({ nodes }: SystemState): number[] =>
  [...new Set(nodes.flatMap(({ told }) => told?.worker ?? []))].sort((one, other) => one - other)
