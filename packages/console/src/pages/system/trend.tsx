import styles from './system.module.css'

const WIDTH = 96
const HEIGHT = 24

interface TrendProps {
  /** Oldest first. */
  values: readonly number[]
  /** Description for screen readers. */
  label: string
  /** Across the whole panel. */
  wide?: boolean
}

/** A small line of values over time, from zero to their highest; with fewer than two there is nothing to draw. */
export function Trend({ values, label, wide = false }: TrendProps) {
  if (values.length < 2) return null
  const most = Math.max(...values) || 1
  const points = values.map((value, place) => {
    const x = (place * WIDTH) / (values.length - 1)
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`
  })
  return (
    <svg
      className={wide ? styles.wideTrend : styles.trend}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
