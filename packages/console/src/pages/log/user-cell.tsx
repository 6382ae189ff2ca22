import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Button, Popover, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Quota } from '../../components/quota.tsx'
import { send } from '../../lib/call.ts'
import { formatNumber } from '../../lib/format.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'

/** The row's user; a press shows their account. For administrators. */
export function UserCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  if (row.user_id === 0) return row.username
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
    <span onClick={event => event.stopPropagation()}>
      <Popover trigger={['click']} destroyOnHidden content={<About userId={row.user_id} />}>
        <Button
          type="link"
          size="small"
          className={styles.user}
          aria-haspopup="dialog"
          aria-label={t('log.user.about', { name: row.username })}
        >
          {row.username}
        </Button>
      </Popover>
    </span>
  )
}

function About({ userId }: { userId: number }) {
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
        <dd>{user.username}</dd>
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
        <dd>{formatNumber(user.request_count)}</dd>
      </div>
    </dl>
  )
}
