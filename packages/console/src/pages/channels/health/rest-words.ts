import type { ChannelBreaker } from '@tollgate/contract'
import { formatDuration } from '../../../lib/format.ts'
import { t } from '../../../phrases/index.ts'

/** Whether and for how long a channel, or a model of it, is not called, and what for. */
export function restWords(breaker: ChannelBreaker): string {
  const { model, state, rests_for } = breaker
  const rest = t(`channelHealth.states.${state}`, { time: formatDuration(rests_for) })
  return `${model === null ? rest : `${model}: ${rest}`} – ${failureWords(breaker)}`
}

export const failureWords = ({ failures_in_a_row, failure_share }: ChannelBreaker): string =>
  failure_share === null
    ? t('channelHealth.failures', { count: failures_in_a_row })
    : t('channelHealth.failureShare', { percent: Math.round(failure_share * 100) })
