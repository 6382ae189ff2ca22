import type { ReactNode } from 'react'
import { follow } from '../../lib/go-to.ts'
import styles from './links.module.css'

interface PlaceLinkProps {
  to: string
  /** What it leads to, where the name alone does not say it. */
  title?: string | undefined
  children: ReactNode
}

/** A name that leads to what it names: an element and nothing more, because a list has hundreds. The row around it stays as it is. */
export function PlaceLink({ to, title, children }: PlaceLinkProps) {
  return (
    <a href={to} title={title} className={styles.link} onClick={follow}>
      {children}
    </a>
  )
}
