import type { ReactNode } from 'react'
import styles from './figures.module.css'

interface Figure {
  label: string
  value: ReactNode
  /** Shown under the pointer. */
  hint?: string
}

interface FiguresProps {
  figures: Figure[]
  /** Whether the first matters most. */
  leading?: boolean
  /** Small, each as wide as the others: those of several things stand under each other. */
  dense?: boolean
}

/** A few numbers that matter, in a row. */
export function Figures({ figures, leading = false, dense = false }: FiguresProps) {
  return (
    <dl className={styles.figures} data-leading={leading} data-dense={dense}>
      {figures.map(({ label, value, hint }) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
