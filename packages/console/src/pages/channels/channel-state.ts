import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import type { StatusKind } from '../../components/status-dot.tsx'
import { t } from '../../phrases/index.ts'

export type ChannelState = 'enabled' | 'disabled' | 'autoDisabled' | 'unknown'

/** In the order of the status filter. */
export const channelStates: { status: number; state: ChannelState; kind: StatusKind }[] = [
  { status: CHANNEL_STATUS.enabled, state: 'enabled', kind: 'good' },
  { status: CHANNEL_STATUS.disabled, state: 'disabled', kind: 'off' },
  { status: CHANNEL_STATUS.autoDisabled, state: 'autoDisabled', kind: 'broken' },
]

export const stateOfChannel = (status: number) =>
  channelStates.find(known => known.status === status) ?? { status, state: 'unknown' as const, kind: 'off' as const }

/** Why and when the gateway disabled a channel by itself. */
export function disabledBecause(channel: Channel): { reason: string; at: number } | undefined {
  if (channel.status !== CHANNEL_STATUS.autoDisabled) return undefined
  try {
    const info: unknown = JSON.parse(channel.other_info || '{}')
    if (typeof info !== 'object' || info === null) return undefined
    const { status_reason, status_time: at, status_cause } = info as Record<string, unknown>
    const reason = causeInWords(status_cause) ?? status_reason
    return typeof reason === 'string' && typeof at === 'number' ? { reason, at } : undefined
  } catch {
    return undefined
  }
}

/** Words the gateway's measurement in the reader's language; undefined: the reason is the upstream's own sentence. */
function causeInWords(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined
  if (cause.code === 'too_slow' && 'seconds' in cause && 'limit' in cause)
    return t('channelTests.tooSlow', { seconds: String(cause.seconds), limit: String(cause.limit) })
  if (cause.code === 'balance_used_up' && 'balance' in cause)
    return t('channelTests.balanceUsedUp', { balance: `$${Number(cause.balance).toFixed(2)}` })
  return undefined
}

/** The colour of response times up to a bound, in milliseconds. */
const responseColors: [upTo: number, color: string][] = [
  [1_000, 'green'],
  [3_000, 'lime'],
  [5_000, 'yellow'],
  [Number.POSITIVE_INFINITY, 'red'],
]

export const colorOfResponse = (milliseconds: number) => responseColors.find(([upTo]) => milliseconds <= upTo)?.[1]
