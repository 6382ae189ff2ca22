import { ROLE, type User } from '@tollgate/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import type { Column } from '../../components/data-table/index.ts'
import { Hint } from '../../components/hint/index.tsx'
import { CallsLink, PlaceLink, UserLink } from '../../components/links/index.tsx'
import { PeriodUseShort } from '../../components/period-use.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatNumber } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import { roleWordOf, stateOf } from './user-state.ts'
import styles from './users.module.css'

/** Pixels by which a bold name is wider. */
const BOLD_WIDTH = 20

const roleColors: Record<number, string> = { [ROLE.admin]: 'gold', [ROLE.root]: 'orange' }

export function useUserColumns(): Column<User>[] {
  const { t } = useTranslation()
  return useMemo(() => userColumns(t), [t])
}

const userColumns = (t: TFunction): Column<User>[] => [
  {
    key: 'id',
    title: t('users.columns.id'),
    sort: 'id',
    width: 56,
    rank: 3,
    numeric: true,
    text: ({ id }) => String(id),
    render: ({ id }) => id,
  },
  {
    key: 'username',
    title: t('users.columns.username'),
    sort: 'username',
    width: 152,
    readable: 232,
    text: ({ username, display_name }) => (display_name.length > username.length ? display_name : username),
    around: BOLD_WIDTH,
    grows: true,
    always: true,
    card: 'heading',
    render: user => <NameCell user={user} />,
  },
  {
    key: 'group',
    title: t('users.columns.group'),
    sort: 'group',
    width: 88,
    maxWidth: 160,
    rank: 4,
    card: 'field',
    render: ({ group }) => group && <GroupOfUsers group={group} />,
  },
  {
    key: 'stats',
    title: t('users.columns.quota'),
    sorts: [
      { by: 'quota', title: t('users.columns.quota') },
      { by: 'used_quota', title: t('users.columns.used') },
      { by: 'request_count', title: t('users.columns.calls') },
    ],
    width: 148,
    numeric: true,
    card: 'field',
    render: user => <StatsCell user={user} />,
  },
  {
    key: 'invites',
    title: t('users.columns.invites'),
    sort: 'aff_count',
    width: 128,
    rank: 1,
    render: user => <InvitesCell user={user} />,
  },
  {
    key: 'role',
    title: t('users.columns.role'),
    sort: 'role',
    width: 148,
    rank: 5,
    card: 'field',
    render: user => <ColorTag color={roleColors[user.role]}>{t(`users.roles.${roleWordOf(user)}`)}</ColorTag>,
  },
  {
    key: 'status',
    title: t('users.columns.status'),
    sort: 'status',
    width: 108,
    card: 'field',
    render: user => {
      const { state, kind } = stateOf(user)
      return <StatusDot kind={kind} label={t(`users.states.${state}`)} />
    },
  },
  {
    key: 'lastSignIn',
    title: t('users.columns.lastSignIn'),
    sort: 'last_login_at',
    width: 124,
    rank: 2,
    render: ({ last_login_at }) =>
      last_login_at > 0 ? <RelativeTime at={last_login_at} /> : <span className={styles.quiet}>–</span>,
  },
]

function GroupOfUsers({ group }: { group: string }) {
  const { t } = useTranslation()
  return (
    <PlaceLink to={places.users(group)} title={t('components.links.group')}>
      {group}
    </PlaceLink>
  )
}

/** Links to their calls. */
function NameCell({ user: { username, display_name } }: { user: User }) {
  const hasOther = display_name !== '' && display_name !== username
  return (
    <span className={styles.name}>
      <CallsLink filters={{ username }}>
        <strong>
          <Sensitive>{username}</Sensitive>
        </strong>
      </CallsLink>
      {hasOther && (
        <span className={styles.quiet}>
          <Sensitive>{display_name}</Sensitive>
        </span>
      )}
    </span>
  )
}

/** The balance; below it the used quota and the number of calls. */
function StatsCell({ user }: { user: User }) {
  const { username, quota, owed, used_quota, request_count } = user
  const { t } = useTranslation()
  return (
    <span className={styles.stats}>
      <Quota value={quota} />
      {owed > 0 && (
        <span>
          {t('users.owed')} <Quota value={owed} />
        </span>
      )}
      <span className={styles.quiet}>
        <Quota value={used_quota} /> ·{' '}
        <CallsLink filters={{ username }}>
          {t('users.calls', { count: request_count, shown: formatNumber(request_count) })}
        </CallsLink>
      </span>
      <PeriodUseShort limited={user} />
    </span>
  )
}

/** How many they invited, the earnings, and who invited them. */
function InvitesCell({ user }: { user: User }) {
  const { t } = useTranslation()
  const { aff_count, aff_history_quota, inviter_id } = user
  return (
    <span className={styles.stats}>
      <span>
        <Hint title={t('users.invites.count')}>
          <span>{formatNumber(aff_count)}</span>
        </Hint>
        {' · '}
        <Hint title={t('users.invites.earned')}>
          <span>
            <Quota value={aff_history_quota} />
          </span>
        </Hint>
      </span>
      <Hint title={t('users.invites.inviter')}>
        <span className={styles.quiet}>
          {inviter_id > 0 ? (
            <UserLink name={String(inviter_id)}>{`← #${inviter_id}`}</UserLink>
          ) : (
            t('users.invites.nobody')
          )}
        </span>
      </Hint>
    </span>
  )
}
