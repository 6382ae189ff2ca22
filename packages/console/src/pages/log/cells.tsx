import { LOG_TYPE } from '@tollgate/contract'
import { ChannelTag } from '../../components/channel-tag.tsx'
import { Hint } from '../../components/hint/index.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { Tag } from '../../components/tag.tsx'
import { formatDuration, formatNumber, formatTokens } from '../../lib/format.ts'
import { t } from '../../phrases/index.ts'
import type { LogRow } from './api.ts'
import { FilterLink } from './filter-link.tsx'
import styles from './log.module.css'
import { durationOf, paceOfCall, paceOfFirstToken, tokensPerSecond } from './timing.ts'

/** Maps a row type to its phrase. */
export const typeWords = {
  [LOG_TYPE.topUp]: 'topUp',
  [LOG_TYPE.consume]: 'consume',
  [LOG_TYPE.manage]: 'manage',
  [LOG_TYPE.system]: 'system',
  [LOG_TYPE.error]: 'error',
} as const

const typeColors: Record<number, string> = { [LOG_TYPE.topUp]: 'success', [LOG_TYPE.error]: 'error' }

export function TypeTag({ type }: { type: number }) {
  const word = type in typeWords ? typeWords[type as keyof typeof typeWords] : 'unknown'
  return <Tag color={typeColors[type]}>{t(`log.types.${word}`)}</Tag>
}

/** The channel that answered, after those tried before it: `4 → 7`. */
export function ChannelCell({ row }: { row: LogRow }) {
  const tried = row.details.admin_info?.use_channel ?? []
  if (row.channel === 0 && tried.length === 0) return null
  return (
    <Hint title={row.channel_name}>
      <span className={styles.channel}>
        {tried.length > 1 && `${tried.slice(0, -1).join(' → ')} → `}
        <FilterLink filter="channel" value={row.channel > 0 ? String(row.channel) : ''}>
          <ChannelTag id={row.channel} />
          {tried.length < 2 && row.channel_name}
        </FilterLink>
      </span>
    </Hint>
  )
}

/** What the cell shows beside its badge's frame. */
export function channelText({ channel, channel_name, details }: LogRow): string {
  const tried = details.admin_info?.use_channel ?? []
  if (channel === 0 && tried.length === 0) return ''
  return tried.length > 1 ? tried.join(' → ') : `${channel}${channel_name}`
}

/** Pixels: the frame of the badge, and the gap after it. */
export const CHANNEL_TAG_WIDTH = 22

/** The channels tried, in order, if there was more than one: `4 → 7`. */
export function RetryCell({ row }: { row: LogRow }) {
  const tried = row.details.admin_info?.use_channel ?? []
  if (tried.length < 2) return null
  return (
    <Hint title={t('log.retryTitle')}>
      <span>{tried.join(' → ')}</span>
    </Hint>
  )
}

/**
 * The requested model; hovering over a mapped one shows its real name. Rows without a model show their content; errors
 * show how long they took and why they failed, on one line.
 */
export function ModelCell({ row }: { row: LogRow }) {
  if (row.type === LOG_TYPE.error) {
    return (
      <Hint title={row.content}>
        <span>
          <FilterLink filter="model_name" value={row.model_name} />{' '}
          <span className={styles.failureTime}>{formatDuration(durationOf(row))}</span>{' '}
          <span className={styles.failure}>{row.content}</span>
        </span>
      </Hint>
    )
  }
  if (!row.model_name)
    // Sentences about acts and money name people, addresses and amounts.
    return (
      <Sensitive>
        <Hint title={row.content}>
          <span>{row.content}</span>
        </Hint>
      </Sensitive>
    )
  const { is_model_mapped, upstream_model_name } = row.details
  if (!is_model_mapped || !upstream_model_name) return <FilterLink filter="model_name" value={row.model_name} />
  return (
    <Hint title={t('log.mappedTo', { model: upstream_model_name })}>
      <span className={styles.mapped}>
        <FilterLink filter="model_name" value={row.model_name} />
      </span>
    </Hint>
  )
}

/** How long the call took, the time to its first token, and whether it was streamed. */
export function TimingCell({ row }: { row: LogRow }) {
  if (!isCall(row)) return null
  const { frt } = row.details
  return (
    <span className={styles.timing}>
      <Hint title={t('log.total')}>
        <span className={styles[paceOfCall(durationOf(row))]}>{formatDuration(durationOf(row))}</span>
      </Hint>
      {row.is_stream && frt !== undefined && frt >= 0 && (
        <Hint title={t('log.firstToken')}>
          <span className={styles[paceOfFirstToken(frt / 1000)]}>{formatDuration(frt / 1000)}</span>
        </Hint>
      )}
      {row.is_stream && <Tag>{t('log.stream')}</Tag>}
    </span>
  )
}

export function PromptCell({ row }: { row: LogRow }) {
  if (!hasTokens(row)) return null
  const cached = row.details.cache_tokens ?? 0
  return (
    <span className={styles.prompt}>
      {cached > 0 && (
        <Hint title={t('log.cached')}>
          <span className={styles.cached}>{formatNumber(cached)}</span>
        </Hint>
      )}
      <span>{formatNumber(row.prompt_tokens)}</span>
    </span>
  )
}

/** What the cell shows. */
export function promptText(row: LogRow): string {
  const cached = row.details.cache_tokens ?? 0
  return `${cached > 0 ? `⟳ ${formatNumber(cached)} ` : ''}${tokensText(row, row.prompt_tokens)}`
}

/** The tokens of the answer, and their rate from the first one on. */
export function CompletionCell({ row }: { row: LogRow }) {
  if (!hasTokens(row)) return null
  const speed = tokensPerSecond(row)
  return (
    <>
      {speed !== null && (
        <Hint title={t('log.speed')}>
          <span className={styles.speed}>{t('log.perSecond', { count: formatTokens(Math.round(speed)) })}</span>
        </Hint>
      )}
      {formatNumber(row.completion_tokens)}
    </>
  )
}

export function completionText(row: LogRow): string {
  const speed = tokensPerSecond(row)
  const rate = speed === null ? '' : t('log.perSecond', { count: formatTokens(Math.round(speed)) })
  return `${rate} ${tokensText(row, row.completion_tokens)}`
}

const tokensText = (row: LogRow, tokens: number) => (hasTokens(row) ? formatNumber(tokens) : '')

/** A failed call has none, unless it was interrupted. */
const hasTokens = (row: LogRow): boolean =>
  row.type === LOG_TYPE.consume || (row.type === LOG_TYPE.error && row.prompt_tokens + row.completion_tokens > 0)

export const isCall = (row: LogRow): boolean => row.type === LOG_TYPE.consume || row.type === LOG_TYPE.error

/** Incoming money: a top-up, a redeemed code, a gift. Imported rows of other types may mean either. */
export const isCredit = ({ type, quota }: LogRow): boolean =>
  quota > 0 && (type === LOG_TYPE.topUp || type === LOG_TYPE.system)
