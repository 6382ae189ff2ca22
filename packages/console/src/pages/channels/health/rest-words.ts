import type { ChannelBreaker } from '@tollgate/contract'
import { formatDuration } from '../../../lib/format.ts'
import { t } from '../../../phrases/index.ts'

/** Whether, for how long and why a channel, or one of its models, is not called. */
export function restWords(breaker: ChannelBreaker): string {
  const { model, state, rests_for } = breaker
  const rest = t(`channelHealth.states.${state}`, { time: formatDuration(rests_for) })
  return `${model === null ? rest : `${model}: ${rest}`} – ${failureWords(breaker)}`
}

export const failureWords = ({ failures_in_a_row, failure_share }: ChannelBreaker): string =>
  failure_share === null
    ? t('channelHealth.failures', { count: failures_in_a_row })
    : t('channelHealth.failureShare', { percent: Math.round(failure_share * 100) })
