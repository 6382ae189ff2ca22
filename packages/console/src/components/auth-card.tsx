import type { ReactNode } from 'react'
import { useStatus } from '../session/status.tsx'
import styles from './auth-card.module.css'

interface AuthCardProps {
  title: string
  children: ReactNode
  /** Links to the other pages of this kind. */
  links?: ReactNode
}

/** The frame of the pages before the console: signing in, registering, resetting a password. */
export function AuthCard({ title, children, links }: AuthCardProps) {
  const { system_name } = useStatus()
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>{title}</h1>
        <p className={styles.site} translate="no">
          {system_name}
        </p>
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </div>
    </div>
  )
}

/** A prominent sentence above the form. */
export const AuthNote = ({ kind, children }: { kind: 'warning' | 'info'; children: ReactNode }) => (
  <p className={styles[kind]} role={kind === 'warning' ? 'alert' : 'status'}>
    {children}
  </p>
)
