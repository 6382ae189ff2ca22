import { CHANNEL_STATUS, type Channel, splitList } from '@tollgate/contract'
import { Fragment, type MouseEvent } from 'react'
import { ColorTag } from '../../components/color-tag.tsx'
import { Hint } from '../../components/hint/index.tsx'
import { CallsLink, PlaceLink } from '../../components/links/index.tsx'
import { Quota } from '../../components/quota.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { TagList } from '../../components/tag-list.tsx'
import { formatDuration, formatRelativeTime, formatTime } from '../../lib/format.ts'
import { follow } from '../../lib/go-to.ts'
import { labelled } from '../../lib/join-words.ts'
import { places } from '../../lib/places.ts'
import { t } from '../../phrases/index.ts'
import { BalanceBadge } from './balances/balance-badge.tsx'
import { colorOfResponse, disabledBecause, stateOfChannel } from './channel-state.ts'
import styles from './channels.module.css'
import { ChannelFlags } from './flags/channel-flags.tsx'
import { HourCell } from './health/hour-cell.tsx'
import { troubleState } from './health/trouble-state.tsx'
import { InlineNumber } from './inline-number.tsx'
import { useOfAllRows } from './of-all-rows.tsx'
import { TagNameCell, TagNumberCell, TagStateCell } from './tags/tag-cells.tsx'
import { type ChannelLine, isTagLine, NO_TYPE } from './tags/tag-lines.ts'
import { typeName } from './type-words.ts'

export function NameCell({ channel }: { channel: ChannelLine }) {
  if (isTagLine(channel)) return <TagNameCell line={channel} />
  return (
    <>
      <PlaceLink to={places.channel(channel.id) + window.location.search} onClick={followOverList}>
        <strong>{channel.name}</strong>
      </PlaceLink>{' '}
      <ChannelFlags channelId={channel.id} />
    </>
  )
}

/**
 * Opens the form over the list as it is filtered at the click. The filters are not from the router: every link of the list would
 * render with each change of the address.
 */
function followOverList(event: MouseEvent<HTMLAnchorElement>): void {
  event.currentTarget.search = window.location.search
  follow(event)
}

export function GroupsCell({ channel }: { channel: ChannelLine }) {
  return splitList(channel.group).map((group, place) => (
    <Fragment key={group}>
      {place > 0 && ', '}
      <PlaceLink to={places.channels({ group })} title={t('components.links.group')}>
        {group}
      </PlaceLink>
    </Fragment>
  ))
}

export function IdCell({ channel }: { channel: ChannelLine }) {
  return isTagLine(channel) ? null : channel.id
}

export function TypeCell({ channel }: { channel: ChannelLine }) {
  const { typeOf } = useOfAllRows()
  const type = typeOf(channel.type)
  if (channel.type === NO_TYPE) return null
  return (
    <ColorTag color={type?.color}>{type ? typeName(type) : t('channels.unknownType', { type: channel.type })}</ColorTag>
  )
}

export function StateCell({ channel }: { channel: ChannelLine }) {
  if (isTagLine(channel)) return <TagStateCell line={channel} />
  return troubleState(channel.status, channel.hour) ?? <ChannelStateCell channel={channel} />
}

export function LastHourCell({ channel }: { channel: ChannelLine }) {
  return channel.hour && <HourCell name={channel.name} hour={channel.hour} />
}

/** Includes the reason and the time if the gateway disabled it. */
function ChannelStateCell({ channel }: { channel: Channel }) {
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

/** Only a channel in use has the colour of its speed. */
export function ResponseCell({ channel }: { channel: Channel }) {
  if (channel.response_time === 0) return <span className={styles.quiet}>{t('channels.untested')}</span>
  return (
    <Hint title={() => t('channels.tested', { when: formatRelativeTime(channel.test_time) })}>
      <span className={styles.response}>
        {channel.status === CHANNEL_STATUS.enabled && (
          <span style={{ background: `var(--ant-${colorOfResponse(channel.response_time)})` }} />
        )}
        {formatDuration(channel.response_time / 1000)}
      </span>
    </Hint>
  )
}

/** The amount spent here, and the balance reported by the upstream. */
export function MoneyCell({ channel }: { channel: ChannelLine }) {
  const used = <Quota value={channel.used_quota} />
  return (
    <>
      {isTagLine(channel) ? used : <CallsLink filters={{ channel: String(channel.id) }}>{used}</CallsLink>}
      <BalanceBadge channel={channel} />
    </>
  )
}

export function ModelsCell({ channel }: { channel: Channel }) {
  return <TagList names={splitList(channel.models)} shown={0} />
}

const LEAST = { priority: -999, weight: 0 }

export function NumberCell({ channel, field }: { channel: ChannelLine; field: keyof typeof LEAST }) {
  const { saveNumber } = useOfAllRows()
  if (isTagLine(channel)) return <TagNumberCell line={channel} field={field} min={LEAST[field]} />
  return (
    <InlineNumber
      label={labelled(t(`channels.columns.${field}`), channel.name)}
      value={channel[field]}
      min={LEAST[field]}
      onSave={value => saveNumber(channel, field, value)}
    />
  )
}

/** Fifteen colours in turn, by the channel's id. */
const TAG_COLORS = [
  ...['magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue', 'purple'],
  ...['pink', 'yellow', 'processing', 'success'],
]

export function TagCell({ channel }: { channel: ChannelLine }) {
  if (channel.tag === '' || isTagLine(channel)) return null
  return <ColorTag color={TAG_COLORS[channel.id % TAG_COLORS.length]}>{channel.tag}</ColorTag>
}
