import type { ReactNode } from 'react'
import styles from './components.module.css'
import { Hint } from './hint/index.tsx'

/** Each state has its own colour and shape, so that it is readable without colour too. */
export type StatusKind = 'good' | 'resting' | 'off' | 'broken'

interface StatusDotProps {
  kind: StatusKind
  label: string
  /** The reason for the state. */
  reason?: ReactNode
}

export function StatusDot({ kind, label, reason }: StatusDotProps) {
  return (
    <Hint title={reason}>
      <span className={styles.status} tabIndex={reason ? 0 : undefined}>
        <span className={styles.dot} data-kind={kind} aria-hidden="true" />
        <span className={reason ? styles.explained : undefined}>{label}</span>
      </span>
    </Hint>
  )
}
