import { type MENU_VIEWERS, type MenuItem, ROLE } from '@tollgate/contract'
import type { Options } from './index.ts'

/** The least role of each kind of viewers. */
const LEAST_ROLE: Record<(typeof MENU_VIEWERS)[number], number> = {
  everybody: 0,
  users: ROLE.user,
  admins: ROLE.admin,
}

/** The operator's entries of the menu that a role sees, links before pages; visitors have the role 0. */
export const menuItemsFor = (options: Options, role: number): MenuItem[] => [
  ...options.get('MenuItems').filter(isFor(role)),
  ...pagesFor(options, role)
    .filter(({ in_menu }) => in_menu)
    .map(({ title, slug, icon, seen_by }) => ({
      ...{ label: title, address: `/page/${slug}`, icon, seen_by },
      new_tab: false,
    })),
]

/** The operator's pages that a role may read. */
export const pagesFor = (options: Options, role: number) => options.get('OwnPages').filter(isFor(role))

const isFor =
  (role: number) =>
  ({ seen_by }: Pick<MenuItem, 'seen_by'>): boolean =>
    role >= LEAST_ROLE[seen_by]
