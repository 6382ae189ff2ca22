import { ROLE, type UserMessage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatNumber } from '../../lib/format.ts'
import { joinWords, labelled } from '../../lib/join-words.ts'

const STATES = { planned: 'resting', sent: 'good', over: 'off', recalled: 'off' } as const

export function useMessageColumns(): Column<UserMessage>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'title',
      title: t('messages.columns.title'),
      width: 220,
      grows: true,
      card: 'heading',
      render: ({ title }) => title,
    },
    {
      key: 'to',
      title: t('messages.columns.to'),
      width: 160,
      grows: true,
      card: 'field',
      render: message => <Audience of={message} />,
    },
    {
      key: 'state',
      title: t('messages.columns.state'),
      width: 110,
      card: 'field',
      render: ({ state }) => <StatusDot kind={STATES[state]} label={t(`messages.states.${state}`)} />,
    },
    {
      key: 'send_at',
      title: t('messages.columns.sendAt'),
      width: 130,
      card: 'field',
      render: ({ send_at }) => <RelativeTime at={send_at} />,
    },
    {
      key: 'ends_at',
      title: t('messages.columns.endsAt'),
      width: 130,
      rank: 2,
      card: 'field',
      render: ({ ends_at }) => <RelativeTime at={ends_at} />,
    },
    {
      key: 'mails',
      title: t('messages.columns.mails'),
      width: 200,
      rank: 3,
      card: 'field',
      render: ({ mails }) => mails && <Mails of={mails} />,
    },
    {
      key: 'written_by',
      title: t('messages.columns.by'),
      width: 120,
      rank: 1,
      card: 'field',
      render: ({ written_by }) => <Sensitive>{written_by}</Sensitive>,
    },
  ]
}

function Audience({ of: { to, values } }: { of: UserMessage }) {
  const { t } = useTranslation()
  if (to === 'user') return t('messages.chosen', { count: Number(values[0]) })
  if (to === 'all') return t('messages.to.all')
  if (to === 'group') return labelled(t('messages.to.group'), joinWords(values))
  const roles = [ROLE.user, ROLE.admin, ROLE.root] as const
  const named = roles.filter(role => values.includes(String(role))).map(role => t(`messages.roles.${role}`))
  return named.join(', ')
}

/** A mail of which an interrupted run does not know counts as neither sent nor failed. */
function Mails({ of: { total, sent, failed } }: { of: NonNullable<UserMessage['mails']> }) {
  const { t } = useTranslation()
  const sentOf = t('messages.sentOf', { sent: formatNumber(sent), total: formatNumber(total) })
  return failed === 0 ? sentOf : `${sentOf}, ${t('messages.failed', { failed: formatNumber(failed) })}`
}
