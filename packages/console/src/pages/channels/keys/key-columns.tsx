import type { ChannelKey, KeyState } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../components/data-table/index.ts'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../../components/status-dot.tsx'
import { formatTime } from '../../../lib/format.ts'

const KINDS: Readonly<Record<KeyState, StatusKind>> = {
  ok: 'good',
  resting: 'resting',
  refused: 'broken',
  disabled: 'off',
}

export function useKeyColumns(): Column<ChannelKey>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'key',
      title: t('channelKeys.columns.key'),
      width: 150,
      grows: true,
      card: 'heading',
      // A short key shows nothing.
      render: ({ position, hint }) =>
        hint ? (
          <span>
            {position}. <span className="code">…{hint}</span>
          </span>
        ) : (
          t('channelKeys.key', { position })
        ),
    },
    {
      key: 'state',
      title: t('channelKeys.columns.state'),
      width: 290,
      card: 'field',
      render: key => <StateOfKey of={key} />,
    },
    {
      key: 'since',
      title: t('channelKeys.columns.since'),
      width: 130,
      card: 'field',
      render: ({ since }) => since > 0 && <RelativeTime at={since} />,
    },
  ]
}

function StateOfKey({ of: { state, reason, until } }: { of: ChannelKey }) {
  const { t } = useTranslation()
  const told = [reason, until > 0 && t('channelKeys.restsUntil', { when: formatTime(until) })].filter(Boolean)
  return (
    <StatusDot
      kind={KINDS[state]}
      label={t(`channelKeys.states.${state}`)}
      reason={told.length > 0 && told.map(line => <div key={String(line)}>{line}</div>)}
    />
  )
}
