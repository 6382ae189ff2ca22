import type { ChannelHealth } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatNumber, formatShare } from '../../../lib/format.ts'

type Measured = Pick<
  ChannelHealth,
  'calls' | 'success' | 'latency_ms' | 'first_token_ms' | 'tokens_per_second' | 'cache_share' | 'affinity_share'
>

/** Shown if there is no figure. */
export const NOTHING = '–'

/** Returns a function that turns an hour into labels and values. */
export function useFigures(): (hour: Measured) => { label: string; value: string }[] {
  const { t } = useTranslation()
  return hour => [
    { label: t('channelHealth.figures.calls'), value: formatNumber(hour.calls) },
    { label: t('channelHealth.figures.success'), value: shareOf(hour.success) },
    { label: t('channelHealth.figures.latency'), value: duration(hour.latency_ms) },
    { label: t('channelHealth.figures.firstToken'), value: duration(hour.first_token_ms) },
    {
      label: t('channelHealth.figures.speed'),
      value: hour.tokens_per_second === null ? NOTHING : formatNumber(Math.round(hour.tokens_per_second)),
    },
    { label: t('channelHealth.figures.cache'), value: shareOf(hour.cache_share) },
    { label: t('channelHealth.figures.affinity'), value: shareOf(hour.affinity_share) },
  ]
}

/** A share below 100 % is never shown as 100 %. */
export function shareOf(of: number | null): string {
  if (of === null) return NOTHING
  const tenths = of < 1 ? Math.min(Math.floor(of * 1_000), 999) : 1_000
  return formatShare(tenths / 1_000)
}

export const duration = (ms: number | null): string => (ms === null ? NOTHING : formatDuration(ms / 1_000))
