import type { MouseEventHandler, ReactNode } from 'react'
import { follow, goTo } from '../../lib/go-to.ts'
import { paths } from '../../lib/paths.ts'
import { places } from '../../lib/places.ts'
import { stored, useStored } from '../../lib/storage.ts'
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
    <a title={title} className={styles.link} {...useAddress(to, onClick)}>
      {children}
    </a>
  )
}

/** A link's address. While names are masked, one that holds a name is made at the click. */
export function useAddress(to: string, onClick: MouseEventHandler<HTMLAnchorElement> = follow) {
  const [isMasked] = useStored(stored.masked)
  if (!isMasked) return { href: to, onClick }
  const { pathname, searchParams } = new URL(to, location.origin)
  if (!searchParams.has('username') && !(pathname === paths.users && searchParams.has('keyword')))
    return { href: to, onClick }
  const open: MouseEventHandler = event => {
    event.stopPropagation()
    event.preventDefault()
    goTo(to)
  }
  return { href: pathname, onClick: open }
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
