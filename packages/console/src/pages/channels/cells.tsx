import { type Channel, splitList } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { Quota } from '../../components/quota.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { TagList } from '../../components/tag-list.tsx'
import { formatDuration, formatRelativeTime, formatTime } from '../../lib/format.ts'
import { useChangeChannel, useChannelType } from './api.ts'
import { colorOfResponse, disabledBecause, stateOfChannel } from './channel-state.ts'
import styles from './channels.module.css'
import { InlineNumber } from './inline-number.tsx'

export function TypeCell({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const type = useChannelType(channel.type)
  return <ColorTag color={type?.color}>{type?.name ?? t('channels.unknownType', { type: channel.type })}</ColorTag>
}

export function StateCell({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const { state, kind } = stateOfChannel(channel.status)
  const because = disabledBecause(channel)
  return (
    <StatusDot
      kind={kind}
      label={t(`channels.states.${state}`)}
      reason={
        because && (
          <>
            <div>{because.reason}</div>
            <div>{formatTime(because.at)}</div>
          </>
        )
      }
    />
  )
}

export function ResponseCell({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  if (channel.response_time === 0) return <span className={styles.quiet}>{t('channels.untested')}</span>
  return (
    <Tooltip title={t('channels.tested', { when: formatRelativeTime(channel.test_time) })}>
      <span className={styles.response}>
        <span style={{ background: `var(--ant-${colorOfResponse(channel.response_time)})` }} />
        {formatDuration(channel.response_time / 1000)}
      </span>
    </Tooltip>
  )
}

/** What was spent here, and what the upstream says is left. */
export function MoneyCell({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  return (
    <>
      <Quota value={channel.used_quota} />
      {channel.balance_updated_time > 0 && (
        <Tooltip title={t('channels.balanceAt', { when: formatRelativeTime(channel.balance_updated_time) })}>
          <span className={styles.quiet}> / ${channel.balance.toFixed(2)}</span>
        </Tooltip>
      )}
    </>
  )
}

export function ModelsCell({ channel }: { channel: Channel }) {
  return <TagList names={splitList(channel.models)} shown={0} />
}

const LEAST = { priority: -999, weight: 0 }

export function NumberCell({ channel, field }: { channel: Channel; field: keyof typeof LEAST }) {
  const { t } = useTranslation()
  const { mutate: change } = useChangeChannel()
  return (
    <InlineNumber
      label={`${t(`channels.columns.${field}`)}: ${channel.name}`}
      value={channel[field]}
      min={LEAST[field]}
      onSave={value => change({ id: channel.id, [field]: value })}
    />
  )
}
