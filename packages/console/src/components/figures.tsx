import type { ReactNode } from 'react'
import styles from './figures.module.css'

interface Figure {
  label: string
  value: ReactNode
  /** Shown on hover. */
  hint?: string
}

interface FiguresProps {
  figures: Figure[]
  /** Whether the first is the most important. */
  leading?: boolean
  /** Small and of equal width, so that the figures of several items align. */
  dense?: boolean
  /** On one line if the window is wide. */
  oneLine?: boolean
}

/** A few important numbers, in a row. */
export function Figures({ figures, leading = false, dense = false, oneLine = false }: FiguresProps) {
  return (
    <dl className={styles.figures} data-leading={leading} data-dense={dense} data-one-line={oneLine}>
      {figures.map(({ label, value, hint }) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
