import type { ReactNode } from 'react'
import styles from './page-notice.module.css'

interface PageNoticeProps {
  title: string
  hint?: ReactNode
  /** A way to fix it. */
  action?: ReactNode
}

/** Replaces a page's content if there is nothing else to show. */
export function PageNotice({ title, hint, action }: PageNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <svg className={styles.sign} viewBox="0 0 64 40" aria-hidden="true" focusable="false">
        <path d="M3 38V13a4 4 0 0 1 8 0v25z" />
        <path d="M11 16h10l-6 7h-4zM25 16h10l-6 7H19zM39 16h10l-6 7H33zM53 16h8v5l-2 2H47z" />
      </svg>
      <h1>{title}</h1>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  )
}
