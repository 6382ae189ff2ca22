import { ROLE, USER_STATUS, type UserAction } from '@tollgate/contract'
import { keepStatusPastDisputes } from '../../money/wallet/store.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import { updateUser } from './store.ts'
import { userBelow } from './user-below.ts'

type Step = (
  user: UserRow,
  caller: Caller,
  now: number,
) => Partial<Pick<UserRow, 'role' | 'status' | 'deleted_at' | 'rights' | 'rights_by' | 'rights_at'>>

/** What each action changes, or why it is refused. The caller has checked that the user's role is lower. */
const steps: Record<UserAction, Step> = {
  promote({ role }, caller, now) {
    if (caller.role < ROLE.root) throw consoleError('user_promote_needs_root')
    if (role >= ROLE.admin) throw consoleError('user_is_admin')
    return { role: ROLE.admin, rights: null, rights_by: caller.id, rights_at: now }
  },
  demote({ role }) {
    if (role < ROLE.admin) throw consoleError('user_is_no_admin')
    return { role: ROLE.user, rights: null, rights_by: 0, rights_at: 0 }
  },
  enable({ status }) {
    if (status === USER_STATUS.special) throw consoleError('user_is_special')
    return { status: USER_STATUS.enabled }
  },
  disable: () => ({ status: USER_STATUS.banned }),
  delete: (_user, _caller, now) => ({ deleted_at: now }),
}

/** These end the user's sessions, so that reversing the action later does not revive them. */
const ENDS_SESSIONS = new Set<UserAction>(['demote', 'disable', 'delete'])

const RECORDED_AS = {
  promote: 'user_promoted',
  demote: 'user_demoted',
  enable: 'user_enabled',
  disable: 'user_disabled',
  delete: 'user_cancelled',
} as const satisfies Record<UserAction, string>

/** Acts on a user of lower role, on all nodes at once. Returns the new role and status. */
export async function manageUser(
  actor: Actor,
  { id, action }: { id: number; action: UserAction },
): Promise<Pick<UserRow, 'role' | 'status'>> {
  const { app, caller } = actor
  const { role, status } = await inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, id)
    const change = steps[action](user, caller, app.now())
    if (change.status !== undefined) await keepStatusPastDisputes(db, id)
    await updateUser(db, id, change)
    if (ENDS_SESSIONS.has(action)) await endSessionsOf(db, id)
    await recordAct(actor, RECORDED_AS[action], { id, name: user.username }, { db })
    return { ...user, ...change }
  })
  await app.changeEvents.emit('users', id)
  return { role, status }
}
