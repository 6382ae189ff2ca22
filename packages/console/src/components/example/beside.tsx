import type { ReactNode } from 'react'
import styles from './example.module.css'

interface BesideProps {
  label: string
  /** What becomes of a call; empty: nothing to say. */
  outcome: ReactNode
  children: ReactNode
}

/** A setting's editor with an example beside it, below it on a phone. */
export function Beside({ label, outcome, children }: BesideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's own labels are not those of a fieldset
    <div className={styles.beside} role="group" aria-label={label}>
      <div>{children}</div>
      <div className={styles.outcome}>{outcome}</div>
    </div>
  )
}
