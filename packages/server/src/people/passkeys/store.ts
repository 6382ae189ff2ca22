import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { PasskeysTable } from '../../platform/storage/schema.ts'

export type PasskeyRow = Selectable<PasskeysTable>

export const passkeysOf = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Returns undefined if the credential already exists. */
export const insertPasskey = (db: Db, passkey: Insertable<PasskeysTable>): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Records a use. Returns false if another use has moved the counter meanwhile. */
export async function recordUse(db: Db, { id, counter }: PasskeyRow, newCounter: number, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether the user has this passkey. */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns whether the user had this passkey. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
