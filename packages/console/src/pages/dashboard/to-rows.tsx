import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './dashboard.module.css'

/** A number that links to the rows behind it; plain without an address, if no log filter finds them. */
export const ToRows = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className={styles.rows}>
      {children}
    </Link>
  )
