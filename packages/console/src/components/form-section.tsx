import { createContext, type ReactNode, useContext } from 'react'
import styles from './components.module.css'

/** Whether the whole form is rendered, or only its visible beginning. */
export const FormIsWhole = createContext(true)

/** Rendered after the first paint of the content above it. */
export const Below = ({ children }: { children: ReactNode }) => useContext(FormIsWhole) && children

interface FormSectionProps {
  title: string
  hint?: string
  /** Closed by default: most people do not need it. */
  folded?: boolean
  children: ReactNode
}

export function FormSection({ title, hint, folded, children }: FormSectionProps) {
  const intro = hint && <p className={styles.sectionHint}>{hint}</p>
  if (!folded) {
    return (
      <section className={styles.section}>
        <h2>{title}</h2>
        {intro}
        {children}
      </section>
    )
  }
  return (
    <details className={styles.section}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {intro}
      <Below>{children}</Below>
    </details>
  )
}
