import { type Invitation, ROLE } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { labelled } from '../../lib/join-words.ts'

const STATES = { open: 'good', accepted: 'off', withdrawn: 'off', expired: 'off' } as const

export function useInvitationColumns(): Column<Invitation>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'email',
      title: t('invitations.columns.to'),
      width: 170,
      grows: true,
      card: 'heading',
      render: ({ email, id }) => (email ? <Sensitive>{email}</Sensitive> : t('invitations.byLink', { id })),
    },
    {
      key: 'role',
      title: t('invitations.columns.role'),
      width: 200,
      grows: true,
      card: 'field',
      render: invitation => <Gift of={invitation} />,
    },
    {
      key: 'group',
      title: t('invitations.columns.group'),
      width: 90,
      rank: 3,
      card: 'field',
      render: ({ group }) => group || t('invitations.usualGroup'),
    },
    {
      key: 'state',
      title: t('invitations.columns.state'),
      width: 110,
      card: 'field',
      render: ({ state }) => <StatusDot kind={STATES[state]} label={t(`invitations.states.${state}`)} />,
    },
    {
      key: 'accepted_by',
      title: t('invitations.columns.acceptedBy'),
      width: 110,
      rank: 2,
      card: 'field',
      render: ({ accepted_by: name }) => name && <UserLink name={name} />,
    },
    {
      key: 'expires_at',
      title: t('invitations.columns.until'),
      width: 120,
      card: 'field',
      render: ({ expires_at }) => <RelativeTime at={expires_at} />,
    },
    {
      key: 'invited_by',
      title: t('invitations.columns.by'),
      width: 150,
      rank: 1,
      card: 'field',
      render: ({ invited_by, created_at }) => (
        <>
          <Sensitive>{invited_by}</Sensitive>, <RelativeTime at={created_at} />
        </>
      ),
    },
  ]
}

function Gift({ of: { role, rights } }: { of: Invitation }) {
  const { t } = useTranslation()
  const name = t(`invitations.roles.${role}`)
  if (role !== ROLE.admin) return name
  if (rights === null) return labelled(name, t('rights.all'))
  if (rights.length === 0) return labelled(name, t('rights.none'))
  return labelled(name, rights.map(right => t(`rightWords.${right}.name`)).join(' · '))
}
