import { isOwnPlace } from '@tollgate/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router'
import { CONSOLE_START, paths } from '../lib/paths.ts'
import { chatIcon, MENU_GROUPS, type MenuGroup, menuIcons, type Page, pages } from '../pages.tsx'
import { useChats } from '../session/chats.ts'
import { mayOpen } from '../session/guard.tsx'
import { useMenuItems } from '../session/menu-items.ts'
import { useStatus } from '../session/status.tsx'
import { useUser } from '../session/user.ts'

export interface MenuLink {
  to: string
  title: string
  icon?: ReactNode
}

export interface TopLink extends MenuLink {
  isCurrent: boolean
}

export interface SideLink extends MenuLink {
  /** For a page: whether it, or a page under it, is shown. Another page's address may begin with this one's. */
  isCurrent?: boolean
  /** An operator's link that does not open in the console. */
  opens?: 'here' | 'new-tab'
}

/** The links of the top bar: the public pages and, after home, the way into the console, which is current on all its pages. */
export function useTopLinks(): TopLink[] {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const links = pages
    .filter(page => page.topBar)
    .map(page => ({ to: addressOf(page), title: t(`layout.pages.${page.title}`), isCurrent: isAt(page) }))
  const isInConsole = pages.some(page => page.menu && isAt(page))
  return [
    ...links.slice(0, 1),
    { to: CONSOLE_START, title: t('layout.console'), isCurrent: isInConsole },
    ...links.slice(1),
  ]
}

/** Whether the site lets visitors register. */
export function useMayRegister(): boolean {
  const { setup, register_enabled, self_use_mode_enabled } = useStatus()
  return useUser() === null && setup && register_enabled && !self_use_mode_enabled
}

/** Whether a page, or one under it, is shown. */
function useIsAt(): (page: Page) => boolean {
  const { pathname } = useLocation()
  const shows = ({ addresses }: Page) => addresses.some(address => matchPath(address, pathname))
  const under = pages.find(shows)?.under
  return page => shows(page) || addressOf(page) === under
}

/**
 * The side menu for this user and site: the groups that are not empty, in order. For visitors, links lead to the login.
 */
export function useSideMenu(): { group: MenuGroup; title: string; links: SideLink[] }[] {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const status = useStatus()
  const user = useUser()
  const isShown = ({ access, right, menu }: Page) =>
    menu !== undefined &&
    (mayOpen(menu.access ?? access, user, menu.right ?? right) ||
      (user === null && access === 'user' && menu.access === undefined)) &&
    (menu.when?.(status) ?? true)
  const shown = pages.filter(isShown)
  const offered = useChats().map(({ name, to }) => ({ to, title: name, icon: chatIcon }))
  // The page says that the operator's chats cannot be read.
  const unreadable = { to: paths.chats, title: t('layout.pages.chat'), icon: chatIcon }
  const own = useMenuItems().map(({ label, address, icon, new_tab }) => ({
    to: address,
    title: label,
    icon: menuIcons[icon] ?? menuIcons.link,
    ...(new_tab ? { opens: 'new-tab' as const } : !isOwnPlace(address) && { opens: 'here' as const }),
  }))
  const chats = status.chats_broken ? [unreadable, ...offered] : offered
  return MENU_GROUPS.map(group => ({
    group,
    title: t(`layout.groups.${group}`),
    links: [
      ...shown
        .filter(page => page.menu?.group === group)
        .map(page => ({
          to: addressOf(page),
          title: t(`layout.pages.${page.title}`),
          icon: page.menu?.icon,
          isCurrent: isAt(page),
        })),
      ...(group === 'chat' ? chats : []),
      ...(group === 'links' ? own : []),
    ],
  })).filter(({ links }) => links.length > 0)
}

const addressOf = (page: Page): string => page.addresses[0] ?? '/'
