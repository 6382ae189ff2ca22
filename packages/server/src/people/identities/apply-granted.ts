import { ROLE } from '@tollgate/contract'
import type { Transaction } from 'kysely'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import type { Tables, UserRow } from '../../platform/storage/schema.ts'
import { describeChanges } from '../../records/logs/acts/describe-changes.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { updateUser } from '../users/store.ts'
import type { Identity } from './provider.ts'

/**
 * Gives a user the group and the role that their provider's claims grant, and logs that in the provider's name. Never
 * changes the super admin's role or an administrator's limits.
 */
export async function applyGranted(
  db: Transaction<Tables>,
  app: PeopleContext,
  user: UserRow,
  { provider, granted = {} }: Identity,
  ip: string,
): Promise<UserRow> {
  const { group = user.group } = granted
  const role = granted.role === undefined || user.role >= ROLE.root ? user.role : ROLE[granted.role]
  if (group === user.group && role === user.role) return user
  const noLimits = { rights: null, rights_by: 0, rights_at: 0 }
  const changed = { ...user, group, role, ...(role !== user.role && noLimits) }
  const { rights, rights_by, rights_at } = changed
  await updateUser(db, user.id, { group, role, rights, rights_by, rights_at })
  if (role < user.role) await endSessionsOf(db, user.id)

  const actor = { app, caller: { id: user.id, username: provider.name }, clientIp: ip }
  const named = { id: user.id, name: user.username }
  const place = { db, owner: user }
  if (role !== user.role) await recordAct(actor, role > user.role ? 'user_promoted' : 'user_demoted', named, place)
  const changes = describeChanges(user, changed, { group: 'value' })
  if (changes.length > 0) await recordAct(actor, 'user_changed', { ...named, changes: { changes } }, place)
  return changed
}
