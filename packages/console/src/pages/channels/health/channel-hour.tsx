import { CHANNEL_STATUS, type ChannelBreaker, type ChannelHealth } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../../components/figures.tsx'
import { StatusDot, type StatusKind } from '../../../components/status-dot.tsx'
import { formatDuration } from '../../../lib/format.ts'
import { stateOfChannel } from '../channel-state.ts'
import { useFigures } from './figures.ts'
import styles from './health.module.css'
import { failureWords } from './rest-words.ts'
import { Sparkline } from './sparkline.tsx'

const KINDS: Readonly<Record<ChannelBreaker['state'], StatusKind>> = {
  open: 'resting',
  half_open: 'resting',
  failing: 'broken',
}
/** Further models are counted, not named. */
const MOST_MODELS = 6

/** One channel: whether it may be called, its calls over the hour, and its figures. */
export function ChannelHour({ channel, slotMinutes }: { channel: ChannelHealth; slotMinutes: number }) {
  const { t } = useTranslation()
  const figures = useFigures()
  const whole = channel.breakers.find(({ model }) => model === null)
  const ofModels = channel.breakers.filter(({ model }) => model !== null)
  return (
    <li className={styles.channel}>
      <div className={styles.name}>
        <strong>{channel.name}</strong>
        <span className={styles.quiet}>#{channel.id}</span>
        <State status={channel.status} breaker={whole} />
      </div>
      <Sparkline slots={channel.slots} slotMinutes={slotMinutes} name={channel.name} />
      <div className={styles.figures}>
        <Figures dense figures={figures(channel)} />
      </div>
      {ofModels.length > 0 && (
        <ul className={styles.models}>
          {ofModels.slice(0, MOST_MODELS).map(breaker => (
            <li key={breaker.model}>
              <code>{breaker.model}</code> <BreakerState breaker={breaker} />
            </li>
          ))}
          {ofModels.length > MOST_MODELS && (
            <li>{t('channelHealth.moreModels', { count: ofModels.length - MOST_MODELS })}</li>
          )}
        </ul>
      )}
    </li>
  )
}

function State({ status, breaker }: { status: number; breaker: ChannelBreaker | undefined }) {
  const { t } = useTranslation()
  if (status !== CHANNEL_STATUS.enabled) {
    const { state, kind } = stateOfChannel(status)
    return <StatusDot kind={kind} label={t(`channels.states.${state}`)} />
  }
  return breaker ? <BreakerState breaker={breaker} /> : <StatusDot kind="good" label={t('channelHealth.states.well')} />
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
