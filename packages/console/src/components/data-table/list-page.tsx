import type { ReactNode } from 'react'
import { FormAtHand, type PreparedForm } from '../form-at-hand.tsx'
import styles from './data-table.module.css'

interface ListPageProps {
  title: string
  /** One sentence about the content of the list. */
  intro: string
  /** To the right of the title: the page's figures and its main action. */
  aside?: ReactNode
  /** The form that its rows open. */
  form?: PreparedForm
  children: ReactNode
}

/** The frame of every list: title and sentence, then the page's content. */
export function ListPage({ title, intro, aside, form, children }: ListPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          <span>{intro}</span>
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      {children}
      {form && <FormAtHand form={form} />}
    </div>
  )
}
