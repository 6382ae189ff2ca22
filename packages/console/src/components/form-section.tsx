import { createContext, type ReactNode, useContext } from 'react'
import styles from './components.module.css'

/** Whether all of a form is drawn, and not only what is seen of it first. */
export const FormIsWhole = createContext(true)

/** What comes after the picture of what stands above it. */
export const Below = ({ children }: { children: ReactNode }) => useContext(FormIsWhole) && children

interface FormSectionProps {
  title: string
  hint?: string
  /** Closed until asked for: what most people do not need. */
  folded?: boolean
  children: ReactNode
}

export function FormSection({ title, hint, folded, children }: FormSectionProps) {
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
      <Below>{children}</Below>
    </details>
  )
}
