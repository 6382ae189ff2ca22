import { type Access, ROLE, type User } from '@tollgate/contract'
import { type ReactNode, useLayoutEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { rememberPlace } from '../lib/return-place.ts'
import { NoEntry } from './no-entry.tsx'
import { useUser } from './user.ts'

const neededRole: Record<Access, number> = { public: 0, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

/** Shows a page only to users who may see it. The server checks every call again. */
export function AccessGuard({ access, children }: { access: Access; children: ReactNode }) {
  const user = useUser()
  if (mayOpen(access, user)) return children
  return user ? <NoEntry access={access} /> : <ToSignIn />
}

function ToSignIn() {
  // Before the navigation, which is an effect.
  useLayoutEffect(rememberPlace, [])
  return <Navigate to={paths.login} replace />
}

export function mayOpen(access: Access, user: User | null): boolean {
  return (user?.role ?? 0) >= neededRole[access]
}
