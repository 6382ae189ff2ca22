import type { ReactNode } from 'react'
import styles from './figures.module.css'

interface Figure {
  label: string
  value: ReactNode
}

/** A few numbers that matter, in a row; the first may matter most. */
export function Figures({ figures, leading = false }: { figures: Figure[]; leading?: boolean }) {
  return (
    <dl className={styles.figures} data-leading={leading}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
