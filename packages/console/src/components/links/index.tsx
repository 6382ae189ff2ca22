import type { MouseEventHandler, ReactNode } from 'react'
import { follow } from '../../lib/go-to.ts'
import { places } from '../../lib/places.ts'
import { t } from '../../phrases/index.ts'
import { useIsAdmin } from '../../session/user.ts'
import { Sensitive } from '../sensitive.tsx'
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

interface OfChannel {
  id: number
  children: ReactNode
}

/** Opens the channel's form, which is for administrators. */
export function ChannelLink({ id, children }: OfChannel) {
  if (!useIsAdmin() || id <= 0) return children
  return (
    <PlaceLink to={places.channel(id)} title={t('components.links.channel')}>
      {children}
    </PlaceLink>
  )
}

/** Several channels by id, such as those that were tried. */
export function ChannelIds({ ids, between }: { ids: readonly (number | string)[]; between: string }) {
  return ids.map((id, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a channel may be tried twice, and ids never move
    <span key={place}>
      {place > 0 && between}
      <ChannelLink id={Number(id)}>{id}</ChannelLink>
    </span>
  ))
}

/** Finds a user by name. For administrators. */
export function UserLink({ name, children = name }: { name: string; children?: ReactNode }) {
  const shown = <Sensitive>{children}</Sensitive>
  if (!useIsAdmin() || !name) return shown
  return (
    <PlaceLink to={places.user(name)} title={t('components.links.user')}>
      {shown}
    </PlaceLink>
  )
}

/** Finds one of the reader's own tokens by name. */
export function TokenLink({ name }: { name: string }) {
  return (
    <PlaceLink to={places.token(name)} title={t('components.links.token')}>
      {name}
    </PlaceLink>
  )
}

interface CallsOf {
  filters: Record<string, string>
  children: ReactNode
}

/** The calls that match some filters of the log. */
export function CallsLink({ filters, children }: CallsOf) {
  return (
    <PlaceLink to={places.calls(filters)} title={t('components.links.calls')}>
      {children}
    </PlaceLink>
  )
}
