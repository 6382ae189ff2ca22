import { ROLE } from '@tollgate/contract'
import { useStatus } from './status.tsx'
import { useUser } from './user.ts'

/** Whether the user is an administrator who still has to set up the second factor that the operator asks for. */
export function useMissesSecondFactor(): boolean {
  const { second_factor_for_admins } = useStatus()
  const user = useUser()
  return second_factor_for_admins && user !== null && user.role >= ROLE.admin && user.second_factor_at === 0
}
