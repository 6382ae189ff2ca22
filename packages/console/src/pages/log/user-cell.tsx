import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Popover, Skeleton } from 'antd'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { UserLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { send } from '../../lib/call.ts'
import { formatNumber } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import type { LogRow } from './api.ts'
import { FilterLink } from './filter-link.tsx'
import styles from './log.module.css'

/** The row's user; a press shows their account. For administrators. */
export function UserCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  if (row.user_id === 0) return row.username
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
    <span onClick={event => event.stopPropagation()}>
      <Popover trigger={['click']} destroyOnHidden content={<About row={row} />}>
        <Link
          to={places.user(row.username)}
          className={styles.user}
          aria-haspopup="dialog"
          aria-label={t('log.user.about', { name: row.username })}
          onClick={stayUnlessAsked}
        >
          {row.username}
        </Link>
      </Popover>
    </span>
  )
}

/** A plain press shows the account here; with a key held, or the middle button, the browser opens its page. */
function stayUnlessAsked(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault()
}

function About({ row: { user_id: userId, username } }: { row: LogRow }) {
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
