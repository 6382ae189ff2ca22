import { LOG_TYPE } from '@tollgate/contract'
import { Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'
import { type Pace, paceOfCall, paceOfFirstToken } from './timing.ts'

/** Number → phrase; a number not listed is unknown. */
export const typeWords = {
  [LOG_TYPE.topUp]: 'topUp',
  [LOG_TYPE.consume]: 'consume',
  [LOG_TYPE.manage]: 'manage',
  [LOG_TYPE.system]: 'system',
  [LOG_TYPE.error]: 'error',
} as const

const typeColors: Record<number, string> = { [LOG_TYPE.topUp]: 'success', [LOG_TYPE.error]: 'error' }

export function TypeTag({ type }: { type: number }) {
  const { t } = useTranslation()
  const word = type in typeWords ? typeWords[type as keyof typeof typeWords] : 'unknown'
  return <Tag color={typeColors[type]}>{t(`log.types.${word}`)}</Tag>
}

/** The channel that answered, after those that were tried before it: `4 → 7`. */
export function ChannelCell({ row }: { row: LogRow }) {
  const tried = row.details.admin_info?.use_channel ?? []
  if (row.channel === 0 && tried.length === 0) return null
  return (
    <Tooltip title={row.channel_name}>
      <span>{tried.length > 1 ? tried.join(' → ') : `${row.channel} ${row.channel_name}`}</span>
    </Tooltip>
  )
}

/** The model asked for; a mapped one tells its real name on hover. Rows without a model say what happened instead. */
export function ModelCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  if (row.type === LOG_TYPE.error) {
    return (
      <Tooltip title={row.content}>
        <span>{row.model_name}</span> <span className={styles.bad}>{row.content}</span>
      </Tooltip>
    )
  }
  if (!row.model_name) return <Tooltip title={row.content}>{row.content}</Tooltip>
  const { is_model_mapped, upstream_model_name } = row.details
  if (!is_model_mapped || !upstream_model_name) return <Tooltip title={row.model_name}>{row.model_name}</Tooltip>
  return (
    <Tooltip title={t('log.mappedTo', { model: upstream_model_name })}>
      <span className={styles.mapped}>{row.model_name}</span>
    </Tooltip>
  )
}

/** How long the call took, until its first token, and whether it was streamed. */
export function TimingCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  if (!isCall(row)) return null
  const { frt } = row.details
  return (
    <span className={styles.timing}>
      <Time label={t('log.total')} seconds={row.use_time} pace={paceOfCall(row.use_time)} />
      {frt !== undefined && frt >= 0 && (
        <Time label={t('log.firstToken')} seconds={frt / 1000} pace={paceOfFirstToken(frt / 1000)} />
      )}
      {row.is_stream && <Tag>{t('log.stream')}</Tag>}
    </span>
  )
}

function Time({ label, seconds, pace }: { label: string; seconds: number; pace: Pace }) {
  return (
    <Tooltip title={label}>
      <span className={styles[pace]}>{formatDuration(seconds)}</span>
    </Tooltip>
  )
}

export function PromptCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  if (!isCall(row)) return null
  const cached = row.details.cache_tokens ?? 0
  return (
    <>
      {cached > 0 && (
        <Tooltip title={t('log.cached')}>
          <span className={styles.cached}>{formatNumber(cached)}</span>
        </Tooltip>
      )}
      {formatNumber(row.prompt_tokens)}
    </>
  )
}

export const isCall = (row: LogRow): boolean => row.type === LOG_TYPE.consume || row.type === LOG_TYPE.error
