import { CHANNEL_STATUS, type ChannelHour, type ChannelTrouble } from '@tollgate/contract'
import type { ReactNode } from 'react'
import { StatusDot, type StatusKind } from '../../../components/status-dot.tsx'
import { formatDuration, formatNumber, formatShare } from '../../../lib/format.ts'
import { t } from '../../../phrases/index.ts'
import { restWords } from './rest-words.ts'

/** Troubles shown in a channel's status, which exclude not being called. */
const KINDS: Readonly<Record<Exclude<ChannelTrouble, 'idle'>, StatusKind>> = {
  resting: 'resting',
  failing: 'broken',
  slow: 'resting',
  key_trouble: 'resting',
  under_cost: 'resting',
  flagged: 'resting',
}

const isTold = (trouble: ChannelTrouble): trouble is keyof typeof KINDS => trouble in KINDS

/** The worst trouble of an enabled channel, with all of them as the reason; undefined: there is none. */
export function troubleState(status: number, hour: ChannelHour | undefined): ReactNode | undefined {
  const troubles = status === CHANNEL_STATUS.enabled ? (hour?.troubles.filter(isTold) ?? []) : []
  const [worst] = troubles
  if (!hour || !worst) return undefined
  const lines = troubles.flatMap(trouble => REASONS[trouble](hour))
  return (
    <StatusDot
      kind={KINDS[worst]}
      label={labelOf(worst, hour)}
      reason={lines.map(line => <div key={line}>{line}</div>)}
    />
  )
}

function labelOf(worst: keyof typeof KINDS, { breakers }: ChannelHour): string {
  const isWhole = breakers.some(({ model, state }) => model === null && state !== 'failing')
  return t(`channelHealth.troubles.${worst === 'resting' && !isWhole ? 'partly_resting' : worst}`)
}

/** Further models are counted, not named. */
const MOST_MODELS = 6

const REASONS: Readonly<Record<keyof typeof KINDS, (hour: ChannelHour) => string[]>> = {
  resting({ breakers }) {
    const resting = breakers.filter(({ state }) => state !== 'failing')
    const more = resting.length - MOST_MODELS
    return [
      ...resting.slice(0, MOST_MODELS).map(restWords),
      ...(more > 0 ? [t('channelHealth.moreModels', { count: more })] : []),
    ]
  },
  failing: ({ calls, failures }) => [
    t('channelHealth.reasons.failing', { failures: formatNumber(failures), calls: formatNumber(calls) }),
  ],
  slow: ({ first_token_ms }) => [
    t('channelHealth.reasons.slow', { time: formatDuration((first_token_ms ?? 0) / 1_000) }),
  ],
  key_trouble: ({ bad_keys: { refused, resting } }) => [
    ...(refused > 0 ? [t('channelHealth.reasons.keysRefused', { count: refused })] : []),
    ...(resting > 0 ? [t('channelHealth.reasons.keysResting', { count: resting })] : []),
  ],
  under_cost({ under_cost }) {
    const { worst = [], models = 0 } = under_cost ?? {}
    const more = models - worst.length
    return [
      ...worst.map(({ share, ...names }) =>
        t('channelHealth.reasons.underCost', { ...names, share: formatShare(share) }),
      ),
      ...(more > 0 ? [t('channelHealth.moreModels', { count: more })] : []),
    ]
  },
  flagged: () => [t('channelHealth.reasons.flagged')],
}
