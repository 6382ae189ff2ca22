import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { send } from '../../lib/call.ts'
import { formatNumber } from '../../lib/format.ts'
import type { LogRow } from './api.ts'
import { FilterLink } from './filter-link.tsx'
import styles from './log.module.css'

/** The current account of a row's user. */
export default function AboutUser({ row: { user_id: userId, username } }: { row: LogRow }) {
  const { t } = useTranslation()
  const { data: user, error } = useQuery({
    queryKey: ['user', userId],
    queryFn: () => send(calls.users.get, { params: { id: userId } }),
  })
  if (error) return error.message
  if (!user) return <Skeleton active title={false} className={styles.aboutUser} />
  return (
    <dl className={`${styles.facts} ${styles.aboutUser}`}>
      <div>
        <dt>{t('log.user.name')}</dt>
        <dd>
          <UserLink name={user.username} />
        </dd>
      </div>
      <div>
        <dt>{t('log.user.balance')}</dt>
        <dd>
          <Quota value={user.quota} />
        </dd>
      </div>
      <div>
        <dt>{t('log.user.used')}</dt>
        <dd>
          <Quota value={user.used_quota} />
        </dd>
      </div>
      <div>
        <dt>{t('log.user.calls')}</dt>
        <dd>
          <FilterLink filter="username" value={username}>
            {formatNumber(user.request_count)}
          </FilterLink>
        </dd>
      </div>
    </dl>
  )
}
