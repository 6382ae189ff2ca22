import { ROLE } from '@tollgate/contract'
import type { Insertable } from 'kysely'
import type { Db } from '../storage/db.ts'
import type { UserRow, UsersTable } from '../storage/schema.ts'

/** Inserts a user without quota, which the ledger adds. Returns the new id. */
export async function insertUser(db: Db, user: Omit<Insertable<UsersTable>, 'quota'>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function hasRootUser(db: Db): Promise<boolean> {
  const root = await db.selectFrom('users').select('id').where('role', '=', ROLE.root).limit(1).executeTakeFirst()
  return root !== undefined
}

/** Returns a user that is not deleted. */
export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Returns the user for a login, if not deleted: by e-mail address when only one user has it, else by name. */
export async function findUserByNameOrEmail(db: Db, name: string): Promise<UserRow | undefined> {
  const living = db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  if (name.includes('@')) {
    const owners = await living
      .where(({ fn }) => fn('lower', ['email']), '=', name.toLowerCase())
      .limit(2)
      .execute()
    if (owners.length === 1) return owners[0]
  }
  return living.where('username', '=', name).executeTakeFirst()
}

export async function recordSignIn(db: Db, userId: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_login_at: now }).where('id', '=', userId).execute()
}

export async function updateSettingText(db: Db, userId: number, setting: string): Promise<void> {
  await db.updateTable('users').set({ setting }).where('id', '=', userId).execute()
}
