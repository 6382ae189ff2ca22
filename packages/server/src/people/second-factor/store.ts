import type { Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { SecondFactorsTable } from '../../platform/storage/schema.ts'

export const findSecondFactor = (db: Db, userId: number): Promise<Selectable<SecondFactorsTable> | undefined> =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Stores a secret that awaits its first code; it replaces a previous one. */
export async function setPending(db: Db, userId: number, sealed: string): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, pending_sealed: sealed })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ pending_sealed: sealed }))
    .execute()
}

/** Activates the waiting secret. Returns false if it was replaced, or one is already active. */
export async function usePending(db: Db, userId: number, sealed: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ secret_sealed: sealed, pending_sealed: '', last_step: step })
    .where('user_id', '=', userId)
    .where('pending_sealed', '=', sealed)
    .where('secret_sealed', '=', '')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Accepts the code of a time step. Returns false if it or a later one was accepted before. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(db: Db, userId: number, fingerprints: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(fingerprints.map(fingerprint => ({ user_id: userId, fingerprint })))
    .execute()
}

/** Uses up a recovery code. Only one of several concurrent attempts with the correct code returns true. */
export async function takeRecoveryCode(db: Db, userId: number, fingerprint: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Switches off a user's second factor: deletes its secret and the recovery codes. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ second_factor_at: 0 }).where('id', '=', userId).execute()
}
