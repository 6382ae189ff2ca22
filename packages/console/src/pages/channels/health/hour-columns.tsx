import { CHANNEL_STATUS, type ChannelBreaker } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../components/data-table/index.ts'
import type { Sorting } from '../../../components/data-table/sorts.ts'
import { withSorting } from '../../../components/data-table/with-sorting.tsx'
import { ChannelLink } from '../../../components/links/index.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { StatusDot, type StatusKind } from '../../../components/status-dot.tsx'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { Reason } from '../../log/reason.tsx'
import { stateOfChannel } from '../channel-state.ts'
import { duration, NOTHING, shareOf } from './figures.ts'
import styles from './health.module.css'
import type { HourRow, HourSort } from './hour-rows.ts'
import { failureWords } from './rest-words.ts'

/** The table of the last hour: channel and model with their states, and what the calls came to. */
export function useHourColumns(sorting: Sorting): Column<HourRow>[] {
  const { t } = useTranslation()
  const figure = (
    key: HourSort,
    title: string,
    render: (row: HourRow) => string,
    more: Partial<Column<HourRow>> = {},
  ): Column<HourRow> => ({ key, title, sort: key, width: 64, numeric: true, render, ...more })
  return withSorting<HourRow>(
    [
      {
        key: 'channel',
        title: t('channelHealth.columns.channel'),
        sort: 'channel',
        width: 130,
        maxWidth: 240,
        always: true,
        card: 'heading',
        render: row => <ChannelCell row={row} />,
      },
      {
        key: 'model',
        title: t('channelHealth.columns.model'),
        sort: 'model',
        width: 130,
        maxWidth: 240,
        always: true,
        card: 'field',
        render: row => <ModelCell row={row} />,
      },
      figure('calls', t('channelHealth.figures.calls'), ({ calls }) => formatNumber(calls), { card: 'titled-field' }),
      figure('success', t('channelHealth.figures.success'), ({ success }) => shareOf(success), {
        card: 'titled-field',
      }),
      figure('first_token_ms', t('channelHealth.figures.firstToken'), row => duration(row.first_token_ms), {
        card: 'titled-field',
      }),
      figure('latency_ms', t('channelHealth.figures.latency'), row => duration(row.latency_ms), { rank: 3 }),
      figure('tokens_per_second', t('channelHealth.figures.speed'), speedOf, { rank: 1 }),
      figure('cache_share', t('channelHealth.figures.cache'), row => shareOf(row.cache_share), { rank: 2 }),
      {
        key: 'error',
        title: t('channelHealth.columns.error'),
        sort: 'error',
        width: 160,
        grows: true,
        card: 'titled-field',
        render: ({ failure }) =>
          failure && (
            <>
              <Reason reason={failure.reason} /> <RelativeTime at={failure.at} />
            </>
          ),
      },
    ],
    sorting,
  )
}

const speedOf = ({ tokens_per_second }: HourRow): string =>
  tokens_per_second === null ? NOTHING : formatNumber(Math.round(tokens_per_second))

function ChannelCell({ row: { channel } }: { row: HourRow }) {
  const { t } = useTranslation()
  const { state, kind } = stateOfChannel(channel.status)
  const breaker = channel.breakers.find(({ model }) => model === null)
  return (
    <div className={styles.name}>
      <ChannelLink id={channel.id}>{channel.name}</ChannelLink>
      {channel.status !== CHANNEL_STATUS.enabled && <StatusDot kind={kind} label={t(`channels.states.${state}`)} />}
      {channel.status === CHANNEL_STATUS.enabled && breaker && <BreakerState breaker={breaker} />}
    </div>
  )
}

function ModelCell({ row: { model, breaker } }: { row: HourRow }) {
  const { t } = useTranslation()
  if (model === null) return <span className={styles.quiet}>{t('channelHealth.columns.allModels')}</span>
  return (
    <div className={styles.name}>
      <span translate="no">{model}</span>
      {breaker && <BreakerState breaker={breaker} />}
    </div>
  )
}

const KINDS: Readonly<Record<ChannelBreaker['state'], StatusKind>> = {
  open: 'resting',
  half_open: 'resting',
  failing: 'broken',
}

function BreakerState({ breaker }: { breaker: ChannelBreaker }) {
  const { t } = useTranslation()
  const { state, rests_for } = breaker
  return (
    <StatusDot
      kind={KINDS[state]}
      label={t(`channelHealth.states.${state}`, { time: formatDuration(rests_for) })}
      reason={failureWords(breaker)}
    />
  )
}
