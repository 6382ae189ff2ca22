import { MailOutlined, UserAddOutlined } from '@ant-design/icons'
import { ROLE, USER_STATUS, type User } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { generatePath, Link, useLocation, useNavigate, useParams } from 'react-router'
import { BulkBar, DataTable, ListPage, useColumnChoice, useListState } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { SelectAll } from '../../components/many/select-all.tsx'
import { useBatch } from '../../components/many/use-batch.ts'
import { masked } from '../../components/sensitive.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useMay, useUser } from '../../session/user.ts'
import { useUserActions } from './actions.tsx'
import { readUsers, USER_FILTERS, useOneUser, useUsers } from './api.ts'
import { useUserColumns } from './columns.tsx'
import { UserFilters } from './filters.tsx'

const BatchProgress = lazyPart(async () => ({
  default: (await import('../../components/many/batch-progress.tsx')).BatchProgress,
}))
const ChangeUsers = lazyPart(async () => ({ default: (await import('./change-users.tsx')).ChangeUsers }))
const GivePlan = lazyPart(() => withPhrases(['users', 'plans'], import('./give-plan.tsx')))
const UserForm = lazyForm(
  () => import('./form.tsx').then(file => file.UserForm),
  ({ userId }) => useOneUser(userId),
)
const InviteForm = lazyForm(() =>
  withPhrases(['invitations', 'rights', 'rightWords'], import('../invitations/form.tsx')).then(file => file.InviteForm),
)
const MessageForm = lazyForm(() =>
  withPhrases(['messages'], import('../messages/form.tsx')).then(file => file.MessageForm),
)
const UserHistory = lazyForm(() => import('./history.tsx').then(file => file.UserHistory))

/** The queries that a change of several users makes old. */
const CHANGED = ['users']

export default function UsersPage() {
  const { t } = useTranslation()
  const list = useListState(USER_FILTERS, stored.userPageSize, 'users')
  const query = useUsers(list)
  const columns = useColumnChoice(useUserColumns(), stored.userColumns)
  const batch = useBatch(CHANGED)
  const [selected, setSelected] = useState<User[]>([])
  const form = useFormAddress()
  const navigate = useNavigate()
  const history = useOpened<User>()
  const invitation = useOpened<never>()
  const writing = useOpened<never>()
  const actions = useUserActions({
    edit: ({ id }) => form.open(generatePath(paths.editUser, { id: String(id) })),
    history: history.open,
    rights: ({ id }) => navigate({ pathname: paths.rights, search: `user=${id}` }),
  })

  const mayEdit = useMay('users.edit')
  const mayPay = useMay('users.balances')
  const mayWrite = useMay('messages')
  const isRoot = (useUser()?.role ?? 0) >= ROLE.root

  const addUser = (
    <Button type="primary" icon={<UserAddOutlined />} disabled={!mayEdit} onClick={() => form.open(paths.addUser)}>
      {t('users.add')}
    </Button>
  )

  return (
    <ListPage
      form={UserForm}
      title={t('layout.pages.users')}
      intro={t('users.intro')}
      aside={
        <>
          {mayWrite && <Link to={paths.messages}>{t('layout.pages.messages')}</Link>}
          {isRoot && <Link to={paths.invitations}>{t('layout.pages.invitations')}</Link>}
          <Link to={paths.rights}>{t('users.rightsLink')}</Link>
          {isRoot && (
            <Button icon={<MailOutlined />} onClick={() => invitation.open()}>
              {t('users.invite')}
            </Button>
          )}
          {addUser}
        </>
      }
    >
      <UserFilters list={list} columns={columns} />
      <BulkBar count={selected.length} onClear={() => setSelected([])}>
        <SelectAll
          total={query.data?.total ?? 0}
          selected={selected.length}
          read={readUsers(list)}
          onSelect={setSelected}
        />
        <ChangeUsers batch={batch} users={selected} onChanged={() => setSelected([])} />
        {mayPay && <GivePlan batch={batch} users={selected} onChanged={() => setSelected([])} />}
        {mayWrite && (
          <Button size="small" onClick={() => writing.open()}>
            {t('users.message')}
          </Button>
        )}
      </BulkBar>
      {batch.batch && <BatchProgress batch={batch} />}
      <DataTable
        list={list}
        query={query}
        columns={columns.visible}
        keepsLeftOut
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        nameOf={({ username }) => masked(username)}
        actions={actions}
        selection={{ selected, onSelect: setSelected }}
        isDimmed={({ status, DeletedAt }) => status !== USER_STATUS.enabled || DeletedAt !== null}
        first={{ title: t('users.emptyTitle'), hint: t('users.emptyHint'), action: addUser }}
      />
      {form.shown && <UserForm key={form.userId} userId={form.userId} onClose={form.close} />}
      {writing.opened && <MessageForm key={writing.opened.key} users={selected} onClose={writing.close} />}
      {invitation.opened && <InviteForm key={invitation.opened.key} onClose={invitation.close} />}
      {history.opened?.row && (
        <UserHistory key={history.opened.key} user={history.opened.row} onClose={history.close} />
      )}
    </ListPage>
  )
}

/** The form has its own addresses, over the filtered list. */
function useFormAddress() {
  const { id } = useParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const open = (path: string) => navigate({ pathname: path, search })
  return {
    open,
    close: () => open(paths.users),
    shown: id !== undefined || pathname === paths.addUser,
    userId: id === undefined ? undefined : Number(id),
  }
}
