import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './dashboard.module.css'

/** A number that leads to the rows it is the sum of; without an address: no filter of the log says which they are. */
export const ToRows = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className={styles.rows}>
      {children}
    </Link>
  )
