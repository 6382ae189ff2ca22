import type { ReactNode } from 'react'
import { useAddress } from '../../components/links/index.tsx'
import styles from './dashboard.module.css'

/** A number that links to the rows behind it; plain without an address, if no log filter finds them. */
export const ToRows = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <RowsLink to={to}>{children}</RowsLink>

const RowsLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className={styles.rows} {...useAddress(to)}>
    {children}
  </a>
)
