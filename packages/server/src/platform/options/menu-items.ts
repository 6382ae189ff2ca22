import { type MENU_VIEWERS, type MenuItem, ROLE } from '@tollgate/contract'
import type { Options } from './index.ts'

/** The least role of each kind of viewers. */
const LEAST_ROLE: Record<(typeof MENU_VIEWERS)[number], number> = {
  everybody: 0,
  users: ROLE.user,
  admins: ROLE.admin,
}

/** The operator's entries of the menu that a role sees; visitors have the role 0. */
export const menuItemsFor = (options: Options, role: number): MenuItem[] =>
  options.get('MenuItems').filter(({ seen_by }) => role >= LEAST_ROLE[seen_by])
