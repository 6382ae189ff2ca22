import { useQuery } from '@tanstack/react-query'
import { calls, missingRight, type NeededRight, ROLE, type User } from '@tollgate/contract'
import { sendWhole } from '../lib/call.ts'
import { stored, useStored, writeStored } from '../lib/storage.ts'

const NO_MESSAGES = { total: 0, unread: 0 }

/** The signed-in user as last seen, or null. */
export function useUser(): User | null {
  return useStored(stored.user)[0]
}

export function useIsAdmin(): boolean {
  const user = useUser()
  return user !== null && user.role >= ROLE.admin
}

/**
 * Whether the signed-in user is an administrator with this right. A user stored before rights existed has all of them.
 */
export function useMay(needed: NeededRight): boolean {
  const user = useUser()
  return user !== null && user.role >= ROLE.admin && lacks(user, needed) === null
}

export const lacks = (user: User | null, needed: NeededRight) =>
  missingRight(user && { role: user.role, rights: user.rights ?? null }, needed)

/** Keeps the stored user up to date: role, balance, group. Refreshed when it is older than `staleTime`. */
export function useFreshUser(staleTime = 30_000): void {
  const user = useUser()
  useQuery({ queryKey: ['self'], queryFn: loadSelf, enabled: user !== null, staleTime })
}

export function rememberUser(user: User): void {
  writeStored(stored.user, user)
}

/** For a session that has ended on the server. */
export function forgetUser(): void {
  writeStored(stored.user, null)
  writeStored(stored.inbox, NO_MESSAGES)
  writeStored(stored.menuItems, null)
}

/**
 * Ends the session here even if the server is unreachable. Resolves to the address where the session's provider ends
 * its own session, if it has one.
 */
export async function signOut(): Promise<string | undefined> {
  try {
    return (await sendWhole(calls.users.logout)).logout_url
  } finally {
    forgetUser()
  }
}

async function loadSelf(): Promise<User> {
  // A server of before messages does not count them, nor does one of before own menus have any.
  const { data: user, inbox = NO_MESSAGES, menu_items = null } = await sendWhole(calls.users.self)
  rememberUser(user)
  writeStored(stored.menuItems, menu_items)
  writeStored(stored.inbox, inbox)
  return user
}
