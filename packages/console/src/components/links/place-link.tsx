import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './links.module.css'

interface PlaceLinkProps {
  to: string
  /** What it leads to, where the name alone does not say it. */
  title?: string | undefined
  children: ReactNode
}

/** A name that leads to what it names. In a list whose rows open at a press, the row stays closed. */
export function PlaceLink({ to, title, children }: PlaceLinkProps) {
  return (
    <Link to={to} title={title} className={styles.link} onClick={event => event.stopPropagation()}>
      {children}
    </Link>
  )
}
