import { CANCELLED_USER, ROLE, USER_STATUS, type User } from '@tollgate/contract'
import type { StatusKind } from '../../components/status-dot.tsx'

type State = 'enabled' | 'banned' | 'special' | 'cancelled' | 'unknown'

const states: Record<number, { state: State; kind: StatusKind }> = {
  [USER_STATUS.enabled]: { state: 'enabled', kind: 'good' },
  [USER_STATUS.banned]: { state: 'banned', kind: 'broken' },
  [USER_STATUS.special]: { state: 'special', kind: 'resting' },
}

/** For filters. */
export const userStates = [
  ...Object.entries(states).map(([status, { state }]) => ({ status: Number(status), state })),
  { status: CANCELLED_USER, state: 'cancelled' as const },
]

export const stateOf = ({ status, DeletedAt }: User): { state: State; kind: StatusKind } =>
  DeletedAt !== null ? { state: 'cancelled', kind: 'off' } : (states[status] ?? { state: 'unknown', kind: 'off' })

const roleWords = { [ROLE.user]: 'user', [ROLE.admin]: 'admin', [ROLE.root]: 'root' } as const

/** The phrase of a role; an invalid number has `unknown`. */
export const roleWordOf = ({ role }: Pick<User, 'role'>) =>
  role in roleWords ? roleWords[role as keyof typeof roleWords] : 'unknown'
