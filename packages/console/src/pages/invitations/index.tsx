import { StopOutlined, UserAddOutlined } from '@ant-design/icons'
import type { Invitation } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyList, FullTable, ListError, ListPage, useFilters } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { useInvitations, useWithdraw } from './api.ts'
import { useInvitationColumns } from './columns.tsx'

const InviteForm = lazyForm(() => import('./form.tsx').then(file => file.InviteForm))

/** Invitations to the site: who was invited as what, and what became of it. */
export default function InvitationsPage() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useInvitations()
  const { mutate: withdraw } = useWithdraw()
  const columns = useInvitationColumns()
  const form = useOpened<never>()
  const list = useFilters([])
  const invite = (
    <Button type="primary" icon={<UserAddOutlined />} onClick={() => form.open()}>
      {t('invitations.invite')}
    </Button>
  )
  return (
    <ListPage title={t('layout.pages.invitations')} intro={t('invitations.intro')} aside={invite}>
      {isLoadingError ? (
        <ListError title={t('invitations.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FullTable<Invitation>
          rows={data}
          placeholders={3}
          empty={<EmptyList list={list} first={{ title: t('invitations.empty'), hint: t('invitations.emptyHint') }} />}
          columns={columns}
          keepsLeftOut
          nameOf={({ id, email }) => masked(email) || t('invitations.byLink', { id })}
          actions={({ id, state }) => [
            {
              key: 'withdraw',
              label: t('invitations.withdraw'),
              icon: <StopOutlined />,
              frequent: true,
              disabled: state !== 'open',
              onClick: () => withdraw(id),
            },
          ]}
        />
      )}
      {form.opened && <InviteForm key={form.opened.key} onClose={form.close} />}
    </ListPage>
  )
}
