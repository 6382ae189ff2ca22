import type { CSSProperties } from 'react'
import styles from './time-chart.module.css'

interface ChartTipProps {
  /** Pixels from the left edge of the chart, which is `width` wide. */
  at: number
  width: number
  time: string
  values: readonly { name: string; color: string; value: number }[]
  exact: (value: number) => string
  total: string
}

/** Nobody would read more lines per time. */
const MOST_LINES = 12
/** Distance in pixels from the point it describes. */
const DISTANCE = 14
/** The minimum chart width in pixels with room beside it. */
const ROOMY = 700

/** The exact numbers of the time under the pointer, largest first. */
export function ChartTip({ at, width, time, values, exact, total }: ChartTipProps) {
  const said = values.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value)
  const beside = at < width / 2 ? { left: at + DISTANCE } : { right: width - at + DISTANCE }
  const share = `${(100 * at) / width}%`
  const place = width >= ROOMY ? beside : { left: share, transform: `translateX(-${share})` }
  return (
    <div className={styles.tip} style={place} aria-hidden>
      <div>{time}</div>
      {said.slice(0, MOST_LINES).map(({ name, color, value }) => (
        <div key={name}>
          <span style={{ '--dot': color } as CSSProperties}>{name}</span>
          <b>{exact(value)}</b>
        </div>
      ))}
      <div>
        <span>{total}</span>
        <b>{exact(said.reduce((sum, { value }) => sum + value, 0))}</b>
      </div>
    </div>
  )
}
