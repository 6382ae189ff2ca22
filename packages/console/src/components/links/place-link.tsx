import type { MouseEvent, ReactNode } from 'react'
import { follow } from '../../lib/go-to.ts'
import styles from './links.module.css'

interface PlaceLinkProps {
  to: string
  /** Where it leads, if the name alone does not say. */
  title?: string | undefined
  /** Keeps the query of the address at the time of the click. */
  keepsQuery?: boolean
  children: ReactNode
}

/** A name that links to its page: a bare element, because a list has hundreds. Its row does not react. */
export function PlaceLink({ to, title, keepsQuery, children }: PlaceLinkProps) {
  // not from the router: all links of a list would render with every change of the address
  const { search } = window.location
  const href = keepsQuery ? to + search : to
  return (
    <a href={href} title={title} className={styles.link} onClick={keepsQuery ? followWithQuery : follow}>
      {children}
    </a>
  )
}

function followWithQuery(event: MouseEvent<HTMLAnchorElement>): void {
  event.currentTarget.search = window.location.search
  follow(event)
}
