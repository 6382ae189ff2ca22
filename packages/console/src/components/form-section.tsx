import { type ReactNode, useDeferredValue } from 'react'
import styles from './components.module.css'

interface FormSectionProps {
  title: string
  hint?: string
  /** Closed until asked for: what most people do not need. */
  folded?: boolean
  children: ReactNode
}

export function FormSection({ title, hint, folded, children }: FormSectionProps) {
  // What is folded comes after the picture of what is not.
  const isDrawn = useDeferredValue(true, !folded)
  const intro = hint && <p className={styles.sectionHint}>{hint}</p>
  if (!folded) {
    return (
      <section className={styles.section}>
        <h3>{title}</h3>
        {intro}
        {children}
      </section>
    )
  }
  return (
    <details className={styles.section}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {intro}
      {isDrawn && children}
    </details>
  )
}
