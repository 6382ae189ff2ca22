import type { ChannelHealth } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import styles from './health.module.css'

const BAR = 8
const GAP = 2
const HEIGHT = 36
/** So that one call of thousands is visible. */
const LEAST = 2

interface SparklineProps {
  slots: ChannelHealth['slots']
  slotMinutes: number
  name: string
}

/** Calls over the last hour, failed ones on top; the highest bar is this channel's busiest slot. */
export function Sparkline({ slots, slotMinutes, name }: SparklineProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...slots.map(({ answered, failed }) => answered + failed))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * (HEIGHT - LEAST)))
  const width = slots.length * (BAR + GAP) - GAP
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={t('channelHealth.sparkline', { name })}
    >
      {slots.map(({ answered, failed }, index) => {
        const x = index * (BAR + GAP)
        const minutes = (slots.length - index) * slotMinutes
        const [good, bad] = [heightOf(answered), heightOf(failed)]
        return (
          <g key={minutes}>
            <title>{t('channelHealth.slot', { minutes, answered, failed })}</title>
            <rect className={styles.ground} x={x} y={0} width={BAR} height={HEIGHT} />
            <rect className={styles.base} x={x} y={HEIGHT - 1} width={BAR} height={1} />
            <rect className={styles.answered} x={x} y={HEIGHT - good} width={BAR} height={good} />
            <rect className={styles.failed} x={x} y={Math.max(0, HEIGHT - good - bad)} width={BAR} height={bad} />
          </g>
        )
      })}
    </svg>
  )
}
