import type { ChannelHour } from '@tollgate/contract'
import { Hint } from '../../../components/hint/index.tsx'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { t } from '../../../phrases/index.ts'
import { NOTHING, shareOf } from './figures.ts'
import styles from './health.module.css'

/** A channel's calls over the last hour as a small line, the share that succeeded, and the time to the first byte. */
export function HourCell({ name, hour }: { name: string; hour: ChannelHour }) {
  const { calls, failures, success, first_token_ms, slots } = hour
  if (calls === 0) return <span className={styles.quiet}>{t('channelHealth.troubles.idle')}</span>
  const firstByte = first_token_ms === null ? NOTHING : formatDuration(first_token_ms / 1_000)
  const told = () =>
    t('channelHealth.hourTold', { calls: formatNumber(calls), failures: formatNumber(failures), firstByte })
  return (
    <Hint title={told}>
      <span className={styles.hour}>
        <Line slots={slots} label={t('channelHealth.sparkline', { name })} />
        <span className={styles.share} data-bad={hour.troubles.includes('failing')}>
          {shareOf(success)}
        </span>
        <span className={styles.quiet}>{firstByte}</span>
      </span>
    </Hint>
  )
}

const BAR = 2
const STEP = 3
const HEIGHT = 16
/** So that one call of thousands is visible. */
const LEAST = 1

/** Two shapes for all bars: a list has hundreds of these. */
function Line({ slots, label }: { slots: ChannelHour['slots']; label: string }) {
  const most = Math.max(1, ...slots.map(({ answered, failed }) => answered + failed))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * HEIGHT)))
  const bars = slots.map(({ answered, failed }, index) => {
    const bad = Math.min(heightOf(failed), HEIGHT)
    return { x: index * STEP, bad, good: Math.min(heightOf(answered), HEIGHT - bad) }
  })
  const shape = (x: number, bottom: number, height: number) => `M${x} ${bottom}v${-height}h${BAR}v${height}z`
  return (
    <svg className={styles.line} viewBox={`0 0 ${slots.length * STEP} ${HEIGHT}`} role="img" aria-label={label}>
      <path className={styles.answered} d={bars.map(({ x, good }) => shape(x, HEIGHT, good)).join('')} />
      <path className={styles.failed} d={bars.map(({ x, good, bad }) => shape(x, HEIGHT - good, bad)).join('')} />
    </svg>
  )
}
