import { SafetyCertificateOutlined } from '@ant-design/icons'
import { type Administrator, ROLE } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FullTable, ListError, ListPage } from '../../components/data-table/index.ts'
import { masked } from '../../components/sensitive.tsx'
import { useUser } from '../../session/user.ts'
import { useAdministrators } from './api.ts'
import { useAdministratorColumns } from './columns.tsx'
import { RightsForm } from './form.tsx'

/** Administrators' rights, and who set them. The super admin changes them here; `user` in the address opens one. */
export default function RightsPage() {
  const { t } = useTranslation()
  const [place, setPlace] = useSearchParams()
  const { data, error, isLoadingError, refetch } = useAdministrators()
  const columns = useAdministratorColumns()
  const isRoot = (useUser()?.role ?? 0) >= ROLE.root
  const opened = isRoot ? data?.find(one => isBelow(one) && String(one.id) === place.get('user')) : undefined
  return (
    <ListPage title={t('layout.pages.rights')} intro={t('rights.intro')}>
      {isLoadingError ? (
        <ListError title={t('rights.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FullTable<Administrator>
          rows={data}
          placeholders={3}
          empty={null}
          columns={columns}
          nameOf={({ username }) => masked(username)}
          actions={administrator => [
            {
              key: 'rights',
              label: t('rights.change'),
              icon: <SafetyCertificateOutlined />,
              frequent: true,
              disabled: !isRoot || !isBelow(administrator),
              onClick: () => setPlace({ user: String(administrator.id) }),
            },
          ]}
        />
      )}
      {opened && <RightsForm key={opened.id} administrator={opened} onClose={() => setPlace({})} />}
    </ListPage>
  )
}

const isBelow = ({ role }: Administrator): boolean => role < ROLE.root
