import { ROLE } from '@tollgate/contract'
import { useStatus } from './status.tsx'
import { useUser } from './user.ts'

/** Whether the user is an administrator who has not yet set up the second factor that the operator requires. */
export function useMissesSecondFactor(): boolean {
  const { second_factor_for_admins } = useStatus()
  const user = useUser()
  return second_factor_for_admins && user !== null && user.role >= ROLE.admin && user.second_factor_at === 0
}
