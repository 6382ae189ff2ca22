import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  hint?: ReactNode
  /** To the right of the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A framed, self-contained part of a page. */
export function Panel({ title, hint, aside, className = '', children }: PanelProps) {
  const id = useId()
  return (
    <section className={`${styles.panel} ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
