import { type Invitation, ROLE, USER_STATUS } from '@tollgate/contract'
import { readRights } from '../../platform/http/rights.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { InvitationRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

type Means = Pick<PeopleContext, 'secrets' | 'now'>

const LISTED = 200

export const fingerprintOf = (code: string, { secrets }: Pick<Means, 'secrets'>): string =>
  secrets.fingerprint(`invitation ${code}`)

/** Returns the latest invitations, newest first; `id`: only this one. */
export async function listInvitations(db: Db, now: number, id?: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .leftJoin('users as guest', 'guest.id', 'invitations.accepted_by')
    .select(['invitations.id', 'invitations.role', 'invitations.rights', 'invitations.group', 'invitations.email'])
    .select(['invitations.state', 'invitations.created_at', 'invitations.expires_at'])
    .select(['inviter.username as inviter', 'guest.username as guest'])
    .$if(id !== undefined, query => query.where('invitations.id', '=', id ?? 0))
    .orderBy('invitations.id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ rights, role, state, inviter, guest, ...row }) => ({
    ...row,
    role: givenRole(role),
    rights: readRights(rights),
    state: state === 'open' && row.expires_at <= now ? 'expired' : state,
    invited_by: inviter ?? '',
    accepted_by: guest ?? '',
  }))
}

/** Returns an open invitation and the name of its inviter, who must still be a super admin. */
export async function findOpen(db: Db, code: string, means: Means) {
  const found = await db
    .selectFrom('invitations')
    .innerJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select('inviter.username as inviter')
    .where('fingerprint', '=', fingerprintOf(code, means))
    .where('state', '=', 'open')
    .where('expires_at', '>', means.now())
    .where('inviter.role', '>=', ROLE.root)
    .where('inviter.status', '=', USER_STATUS.enabled)
    .where('inviter.deleted_at', 'is', null)
    .executeTakeFirst()
  return found && { ...found, role: givenRole(found.role) }
}

/** Uses an invitation up. Of several concurrent attempts only one returns true. */
export async function markAccepted(db: Db, id: number, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ state: 'accepted', accepted_by: userId })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Nobody is invited as a super admin. */
const givenRole = (role: InvitationRow['role']): Invitation['role'] => (role === ROLE.admin ? ROLE.admin : ROLE.user)
