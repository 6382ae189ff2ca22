import { CANCELLED_USER, type CheckedInputOf, type calls, ROLE } from '@tollgate/contract'
import { type Insertable, sql, type Transaction, type Updateable } from 'kysely'
import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import { contains } from '../../platform/storage/like.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import { rowsById } from '../../platform/storage/rows-by-id.ts'
import type { Tables, UserRow, UsersTable } from '../../platform/storage/schema.ts'
import { byColumns, byText, type SortedBy, sortRows } from '../../platform/storage/sort-rows.ts'

/** Inserts a user without quota, which the ledger adds. Returns the new id. */
export async function insertUser(db: Db, user: Omit<Insertable<UsersTable>, 'quota'>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Inserts a user without quota. Returns undefined when the name or the invite code is taken. */
export async function insertIfNew(db: Db, user: Omit<Insertable<UsersTable>, 'quota'>): Promise<number | undefined> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Whether somebody has this name, in any case; includes cancelled users, because log rows name them. */
export async function isNameTaken(db: Db, name: string, exceptId = 0): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn('lower', ['username']), '=', name.toLowerCase())
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Locks the address until the transaction ends, so that nobody else takes it. */
export const lockEmail = (db: Transaction<Tables>, email: string): Promise<void> =>
  lockName(db, `email ${email.toLowerCase()}`)

/** Whether somebody already signs in with this address. */
export async function isEmailTaken(db: Db, email: string, exceptId = 0): Promise<boolean> {
  const owner = await livingWithEmail(db, email).where('id', '!=', exceptId).limit(1).executeTakeFirst()
  return owner !== undefined
}

/** Returns the one user with this address; undefined if there is none, or imported data has several. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const owners = await livingWithEmail(db, email).limit(2).execute()
  return owners.length === 1 ? owners[0] : undefined
}

const livingWithEmail = (db: Db, email: string) =>
  living(db).where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())

export const findUserByInviteCode = (db: Db, code: string): Promise<UserRow | undefined> =>
  living(db).where('aff_code', '=', code).executeTakeFirst()

export async function hasRootUser(db: Db): Promise<boolean> {
  const root = await db.selectFrom('users').select('id').where('role', '=', ROLE.root).limit(1).executeTakeFirst()
  return root !== undefined
}

/** The account that receives all notices of the site. */
export const findRootUser = (db: Db): Promise<UserRow | undefined> =>
  living(db).where('role', '=', ROLE.root).orderBy('id').limit(1).executeTakeFirst()

const living = (db: Db) => db.selectFrom('users').selectAll().where('deleted_at', 'is', null)

/** Returns a user that is not deleted. */
export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  living(db).where('id', '=', id).executeTakeFirst()

/** Returns the user for a login, if not deleted: by e-mail address when only one user has it, else by name. */
export async function findUserByNameOrEmail(db: Db, name: string): Promise<UserRow | undefined> {
  const owner = name.includes('@') ? await findUserByEmail(db, name) : undefined
  if (owner) return owner
  return living(db).where('username', '=', name).where('is_team', '=', 0).executeTakeFirst()
}

export async function recordSignIn(db: Db, userId: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_login_at: now }).where('id', '=', userId).execute()
}

/** Changes a user's setting as it is stored; of several changes at once, each sees the one before. */
export const changeSettingText = (db: Db, userId: number, change: (setting: string) => string): Promise<void> =>
  inTransaction(db, async db => {
    const { setting } = await db
      .selectFrom('users')
      .select('setting')
      .where('id', '=', userId)
      // SQLite has one writing transaction at a time.
      .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
      .executeTakeFirstOrThrow()
    await db
      .updateTable('users')
      .set({ setting: change(setting) })
      .where('id', '=', userId)
      .execute()
  })

export type UserFilters = Omit<CheckedInputOf<typeof calls.userAdmin.search>['query'], 'p' | 'page_size'>

const SORTED_BY: SortedBy<'users'> = {
  ...byColumns(['id', 'group', 'role', 'status', 'quota', 'used_quota', 'request_count', 'aff_count', 'created_at']),
  username: byText('username'),
  last_login_at: sql`nullif(last_login_at, 0)`,
}

/**
 * Queries for users, including cancelled ones, and for their number; newest first unless sorted. `keyword`: an id, or
 * part of a name, a display name or an e-mail address.
 */
export function usersBy(db: Db, { keyword, group, role, status, sort }: UserFilters) {
  let query = db.selectFrom('users')
  if (group.length > 0) query = query.where('group', 'in', group)
  if (role.length > 0) query = query.where('role', 'in', role)
  if (status.length > 0)
    query = query.where(({ and, eb, or }) =>
      or([
        and([eb('status', 'in', status), eb('deleted_at', 'is', null)]),
        ...(status.includes(CANCELLED_USER) ? [eb('deleted_at', 'is not', null)] : []),
      ]),
    )
  if (keyword !== '')
    query = query.where(({ eb, or, ref }) => {
      const id = /^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []
      return or([...id, ...SEARCHED.map(column => contains(ref(column), keyword))])
    })
  return {
    rows: rowsById(
      sortRows(query.select('id'), sort, SORTED_BY, rows => rows.orderBy('id', 'desc')),
      ids => db.selectFrom('users').selectAll().where('id', 'in', ids).execute(),
    ),
    count: query.select(({ fn }) => fn.countAll<number>().as('total')),
  }
}
const SEARCHED = ['username', 'display_name', 'email'] as const

/** Changes a user. Never changes amounts that belong to the ledger. */
export async function updateUser(db: Db, id: number, change: UserChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}
/** Stores another hash of the same password, unless the password has just been changed. */
export async function replaceHash(db: Db, { id, password }: UserRow, hash: string): Promise<void> {
  await db.updateTable('users').set({ password: hash }).where('id', '=', id).where('password', '=', password).execute()
}

export type UserChange = Pick<
  Updateable<UsersTable>,
  | 'username'
  | 'password'
  | 'display_name'
  | 'email'
  | 'github_id'
  | 'oidc_id'
  | 'wechat_id'
  | 'telegram_id'
  | 'linux_do_id'
  | 'agreed_at'
  | 'agreed_to'
  | 'group'
  | 'role'
  | 'status'
  | 'deleted_at'
  | 'second_factor_at'
  | 'access_token'
  | 'rights'
  | 'rights_by'
  | 'rights_at'
  | 'remark'
>
