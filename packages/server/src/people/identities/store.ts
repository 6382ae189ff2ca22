import { createHash, randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { SignInStatesTable, SpentProofsTable, UserRow } from '../../platform/storage/schema.ts'
import type { IdentityColumn } from './provider.ts'

/** How long signing in at the other site may take. */
export const STATE_SECONDS = 600

/** Text that is stored only as a hash. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type State = Selectable<SignInStatesTable>

/** Starts a sign-in. The returned state goes to the other site and comes back. */
export async function startState(
  db: Db,
  { browser, now, ...begun }: Pick<State, 'browser' | 'user_id' | 'provider' | 'aff_code'> & { now: number },
): Promise<string> {
  const state = newSecret()
  const row = { ...begun, id: hashOf(state), browser: hashOf(browser), expires_at: now + STATE_SECONDS }
  await db.insertInto('sign_in_states').values(row).execute()
  return state
}

/**
 * Uses up a state: only one of several concurrent attempts gets it. Another browser gets nothing and does not use it
 * up.
 */
export const takeState = (
  db: Db,
  { state, browser, now }: { state: string; browser: string; now: number },
): Promise<State | undefined> =>
  db
    .deleteFrom('sign_in_states')
    .where('id', '=', hashOf(state))
    .where('browser', '=', hashOf(browser))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Records the use of a proof. Returns false when it was used before. */
export async function spendProof(db: Db, proof: Insertable<SpentProofsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('spent_proofs')
    .values(proof)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Removes at most `limit` expired states, and as many proofs; returns how many. */
export async function removeExpiredStates(db: Db, now: number, limit: number): Promise<number> {
  const removed = [
    await db
      .deleteFrom('sign_in_states')
      .where('id', 'in', db.selectFrom('sign_in_states').select('id').where('expires_at', '<=', now).limit(limit))
      .executeTakeFirstOrThrow(),
    await db
      .deleteFrom('spent_proofs')
      .where('id', 'in', db.selectFrom('spent_proofs').select('id').where('expires_at', '<=', now).limit(limit))
      .executeTakeFirstOrThrow(),
  ]
  return Math.max(...removed.map(({ numDeletedRows }) => Number(numDeletedRows)))
}

/** The users of an identity, cancelled ones last. Imported data may have several. */
export const usersOfIdentity = (db: Db, column: IdentityColumn, subject: string): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', subject)
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('id')
    .limit(3)
    .execute()
