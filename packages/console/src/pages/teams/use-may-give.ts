import { isTeamRole, type Team } from '@tollgate/contract'
import { useMembers } from '../../lib/use-teams.ts'
import { useUser } from '../../session/user.ts'

/** Whether the user may invite members and set budgets: an administrator with a budget of their own may not. */
export function useMayGive({ id, role }: Team): boolean {
  const self = useUser()
  const { data } = useMembers(id)
  if (role === 'owner') return true
  const own = data?.find(({ user_id }) => user_id === self?.id)
  const hasBudget = Boolean(own?.quota_period && own.period_quota)
  return isTeamRole(role, 'admin') && own !== undefined && !hasBudget
}
