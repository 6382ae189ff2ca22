import type { MouseEventHandler, ReactNode } from 'react'
import { follow } from '../../lib/go-to.ts'
import styles from './links.module.css'

interface PlaceLinkProps {
  to: string
  /** Where it leads, if the name alone does not say. */
  title?: string | undefined
  onClick?: MouseEventHandler<HTMLAnchorElement>
  children: ReactNode
}

/** A name that links to its page: a bare element, because a list has hundreds. Its row does not react. */
export function PlaceLink({ to, title, onClick = follow, children }: PlaceLinkProps) {
  return (
    <a href={to} title={title} className={styles.link} onClick={onClick}>
      {children}
    </a>
  )
}
