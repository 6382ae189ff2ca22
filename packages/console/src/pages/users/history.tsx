import type { AccountEntry, User } from '@tollgate/contract'
import { Drawer, List, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Column, DataTable, ListError, useListState } from '../../components/data-table/index.ts'
import { Figures } from '../../components/figures.tsx'
import { CallsLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive, useMask } from '../../components/sensitive.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatNumber } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { useMay, useUser } from '../../session/user.ts'
import { useAccountEntries, useSessionsOf } from './api.ts'
import { RemoveFactors } from './remove-factors.tsx'
import styles from './users.module.css'

/** A user's activity: their figures, the changes of their balance, and their sessions. */
export function UserHistory({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const mayEdit = useMay('users.edit')
  const seesStatement = useMay({ all: ['logs', 'users.see'] })
  const caller = useUser()
  const isBelow = caller !== null && user.role < caller.role && user.DeletedAt === null
  const mask = useMask()
  return (
    <Drawer
      open
      title={t('users.history.title', { name: mask(user.username) })}
      size={isPhone ? '100%' : 720}
      onClose={onClose}
      extra={<CallsLink filters={{ username: user.username }}>{t('users.history.calls')}</CallsLink>}
    >
      <Figures
        figures={[
          { label: t('users.columns.quota'), value: <Quota value={user.quota} /> },
          { label: t('users.columns.used'), value: <Quota value={user.used_quota} /> },
          { label: t('users.columns.calls'), value: formatNumber(user.request_count) },
        ]}
      />
      <h2 className={styles.heading}>{t('users.history.entries')}</h2>
      {seesStatement && <Link to={`${paths.statement}?user=${user.id}`}>{t('layout.pages.statement')}</Link>}
      <Entries userId={user.id} />
      {isBelow && (
        <>
          <h2 className={styles.heading}>{t('users.history.sessions')}</h2>
          <Sessions userId={user.id} />
          {mayEdit && <RemoveFactors user={user} />}
        </>
      )}
    </Drawer>
  )
}

function Entries({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const list = useListState([], stored.entryPageSize)
  const columns: Column<AccountEntry>[] = [
    {
      key: 'kind',
      title: t('users.history.kind'),
      width: 200,
      grows: true,
      card: 'heading',
      render: ({ kind }) => t(`users.kinds.${kind}`, { defaultValue: kind }),
    },
    {
      key: 'quota',
      title: t('users.history.change'),
      width: 120,
      numeric: true,
      card: 'field',
      render: ({ quota }) => <Quota value={quota} isCredit={quota > 0} />,
    },
    {
      key: 'time',
      title: t('users.history.time'),
      width: 140,
      card: 'field',
      render: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ]
  return (
    <DataTable
      list={list}
      query={useAccountEntries(userId, list)}
      columns={columns}
      nameOf={({ id }) => String(id)}
      first={{ title: t('users.history.noEntries'), hint: t('users.history.noEntriesHint') }}
    />
  )
}

function Sessions({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSessionsOf(userId)
  if (error) return <ListError error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  return (
    <List
      size="small"
      locale={{ emptyText: t('users.history.noSessions') }}
      dataSource={data}
      renderItem={session => (
        <List.Item>
          <List.Item.Meta title={<Sensitive>{session.ip}</Sensitive>} description={session.user_agent} />
          <RelativeTime at={session.last_used_at} />
        </List.Item>
      )}
    />
  )
}
