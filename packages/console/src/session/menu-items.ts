import type { MenuItem } from '@tollgate/contract'
import { stored, useStored } from '../lib/storage.ts'
import { useStatus } from './status.tsx'
import { useUser } from './user.ts'

const NONE: readonly MenuItem[] = []

/** The operator's entries of the menu: those of the user as last seen, or else those that everybody sees. */
export function useMenuItems(): readonly MenuItem[] {
  const user = useUser()
  const [ofUser] = useStored(stored.menuItems)
  // A status stored before there were any does not have them.
  const { menu_items = NONE } = useStatus()
  return (user && ofUser) ?? menu_items
}
