import type { Call } from '@tollgate/contract'
import { lacks, useUser } from './user.ts'

/**
 * Returns the form's body without the unchanged members that a limited administrator may not send. The server refuses a
 * changed one, at its field.
 */
export function useAllowedMembers({ memberRights = {} }: Pick<Call, 'memberRights'>) {
  const user = useUser()
  return <Body extends object>(body: Body, opened: Partial<Body>): Body => {
    const kept = Object.entries(body).filter(([name, value]) => {
      const right = memberRights[name]
      return right === undefined || lacks(user, right) === null || value !== opened[name as keyof Body]
    })
    // Only members that may be absent have rights of their own.
    return Object.fromEntries(kept) as Body
  }
}
