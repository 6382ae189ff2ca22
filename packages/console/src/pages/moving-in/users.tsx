import type { Compared, ImportedUser } from '@tollgate/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, PagedTable, SearchInput } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { masked, Sensitive } from '../../components/sensitive.tsx'
import { formatNumber } from '../../lib/format.ts'
import styles from './moving-in.module.css'

const PAGE_SIZES = [20, 100, 1000] as const

/** The figures of every user, in the source and here. */
export function Users({ users }: { users: ImportedUser[] }) {
  const { t } = useTranslation()
  const [keyword, setKeyword] = useState('')
  const columns = useColumns()
  const rows = users.filter(({ id, username }) => username.includes(keyword) || String(id) === keyword)
  return (
    <Panel
      title={t('movingIn.users')}
      hint={t('movingIn.usersHint')}
      aside={
        <SearchInput label={t('movingIn.findUser')} value={keyword} onSearch={setKeyword} style={{ width: 200 }} />
      }
    >
      <PagedTable
        rows={rows}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ username }) => masked(username)}
        empty={t('movingIn.noUser')}
      />
    </Panel>
  )
}

function useColumns(): Column<ImportedUser>[] {
  const { t } = useTranslation()
  const pair = (key: 'quota' | 'used_quota' | 'request_count'): Column<ImportedUser> => ({
    key,
    title: t(`movingIn.compared.${key}`),
    width: 230,
    numeric: true,
    card: 'titled-field',
    render: user => <Pair compared={user[key]} />,
  })
  return [
    {
      key: 'user',
      title: t('movingIn.columns.user'),
      width: 200,
      grows: true,
      card: 'heading',
      render: ({ id, username }) => (
        <span translate="no">
          {id} · <Sensitive>{username}</Sensitive>
        </span>
      ),
    },
    pair('quota'),
    pair('used_quota'),
    pair('request_count'),
  ]
}

const Pair = ({ compared: { source, here } }: { compared: Compared }) => (
  <span className={styles.pair} data-equal={source === here}>
    {source === here ? `${formatNumber(source)} =` : `${formatNumber(source)} → ${formatNumber(here)}`}
  </span>
)
