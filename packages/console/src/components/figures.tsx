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
  /** Whether the first matters most. */
  leading?: boolean
  /** Small and of equal width, so that the figures of several things line up. */
  dense?: boolean
  /** On one line wherever the window is wide. */
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
