import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { labelled } from '../lib/join-words.ts'
import { stored, useStored } from '../lib/storage.ts'
import styles from './menu-groups.module.css'
import { type MenuLink, type SideLink, useSideMenu } from './menus.ts'

interface MenuGroupsProps {
  /** Icons only, with the titles on hover. */
  collapsed?: boolean
  onPick?: () => void
}

/** The groups of the side menu, in the side column and in the phone's drawer. */
export function MenuGroups({ collapsed = false, onPick }: MenuGroupsProps) {
  const { t } = useTranslation()
  const groups = useSideMenu()
  return (
    <nav className={styles.nav} data-collapsed={collapsed} aria-label={t('layout.sideMenu')}>
      {groups.map(({ group, title, links }) => (
        <section key={group} className={styles.group}>
          <h2 className={styles.title} id={`menu-${group}`}>
            {title}
          </h2>
          <Folded isFolding={group === 'chat' && links.length > 1} collapsed={collapsed} title={title} links={links}>
            <ul className={styles.links} aria-labelledby={`menu-${group}`}>
              {links.map(link => (
                <li key={`${link.to} ${link.title}`}>
                  <MenuEntry link={link} collapsed={collapsed} onPick={onPick} />
                </li>
              ))}
            </ul>
          </Folded>
        </section>
      ))}
    </nav>
  )
}

interface MenuEntryProps {
  link: SideLink
  collapsed: boolean
  onPick: (() => void) | undefined
}

function MenuEntry({ link: { to, title, icon, isCurrent, opens }, collapsed, onPick }: MenuEntryProps) {
  const { t } = useTranslation()
  const shared = { title: collapsed ? title : undefined, className: styles.link, onClick: onPick }
  const inside = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{title}</span>
    </>
  )
  if (opens === 'new-tab')
    return (
      <a {...shared} href={to} target="_blank" rel="noopener noreferrer" aria-label={t('layout.newTab', { title })}>
        {inside}
      </a>
    )
  if (opens)
    return (
      <a {...shared} href={to} rel="noopener noreferrer">
        {inside}
      </a>
    )
  return (
    <NavLink
      {...shared}
      className={({ isActive }) => `${styles.link} ${isActive || isCurrent ? 'active' : ''}`}
      to={to}
      end={isCurrent === false}
    >
      {inside}
    </NavLink>
  )
}

interface FoldedProps {
  isFolding: boolean
  collapsed: boolean
  title: string
  links: MenuLink[]
  children: ReactNode
}

/** An entry that opens into many links; its state is remembered. The current link is always visible. */
function Folded({ isFolding, collapsed, title, links, children }: FoldedProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const [unfolded, setUnfolded] = useStored(stored.chatsUnfolded)
  if (!isFolding) return children
  const isOpen = unfolded || links.some(({ to }) => to === pathname + search)
  const said = t('layout.chats', { count: links.length })
  return (
    <>
      <button
        type="button"
        className={`${styles.link} ${styles.folder}`}
        title={collapsed ? labelled(title, said) : undefined}
        aria-expanded={isOpen}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span className={styles.icon} aria-hidden>
          {isOpen ? <DownOutlined /> : <RightOutlined />}
        </span>
        <span className={styles.label}>{said}</span>
      </button>
      {isOpen && children}
    </>
  )
}
