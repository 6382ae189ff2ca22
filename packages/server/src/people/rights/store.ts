import { type Administrator, ROLE } from '@tollgate/contract'
import { readRights } from '../../platform/http/rights.ts'
import type { Db } from '../../platform/storage/db.ts'

/** Returns every administrator that is not cancelled, the super admin first; `id`: only this one. */
export async function listAdministrators(db: Db, id?: number): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('users as givers', 'givers.id', 'users.rights_by')
    .select(['users.id', 'users.username', 'users.role', 'users.status', 'users.rights', 'users.rights_at'])
    .select('givers.username as given_by')
    .where('users.role', '>=', ROLE.admin)
    .where('users.deleted_at', 'is', null)
    .$if(id !== undefined, query => query.where('users.id', '=', id ?? 0))
    .orderBy('users.role', 'desc')
    .orderBy('users.id')
    .execute()
  return rows.map(({ rights, rights_at, given_by, ...user }) => ({
    ...user,
    rights: readRights(rights),
    given_by: given_by ?? '',
    given_at: rights_at,
  }))
}
