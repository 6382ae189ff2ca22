import { type Access, type NeededRight, ROLE, type User } from '@tollgate/contract'
import { type ReactNode, useLayoutEffect } from 'react'
import { Navigate } from 'react-router'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../lib/paths.ts'
import { rememberPlace } from '../lib/return-place.ts'
import { withPhrases } from '../phrases/index.ts'
import { lacks, useUser } from './user.ts'

const NoEntry = lazyPart(() => withPhrases(['rightWords'], import('./no-entry.tsx')))

const neededRole: Record<Access, number> = { public: 0, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

interface AccessGuardProps {
  access: Access
  right?: NeededRight | undefined
  children: ReactNode
}

/** Shows a page only to users who may see it. The server checks every call again. */
export function AccessGuard({ access, right, children }: AccessGuardProps) {
  const user = useUser()
  if (mayOpen(access, user, right)) return children
  if (!user) return <ToSignIn />
  return <NoEntry access={access} right={mayOpen(access, user) && right ? lacks(user, right) : null} />
}

function ToSignIn() {
  // Before the navigation, which is an effect.
  useLayoutEffect(rememberPlace, [])
  return <Navigate to={paths.login} replace />
}

export function mayOpen(access: Access, user: User | null, right?: NeededRight): boolean {
  return (user?.role ?? 0) >= neededRole[access] && (right === undefined || lacks(user, right) === null)
}
