import { createHash, randomBytes } from 'node:crypto'
import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { SignInStatesTable, SpentProofsTable, Tables, UserRow } from '../../platform/storage/schema.ts'
import { updateUser } from '../users/store.ts'
import type { Provider } from './provider.ts'

/** The time limit of signing in at the other site. */
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

/** Records the use of a proof. Returns false if it was used before. */
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
export function usersOfIdentity(db: Db, place: Provider['place'], subject: string): Promise<UserRow[]> {
  const users = db.selectFrom('users').selectAll()
  const found =
    typeof place === 'string'
      ? users.where(place, '=', subject)
      : users.where('id', 'in', ofIdentity(db, place.slug, subject).select('user_id'))
  return found
    .orderBy(({ eb }) => eb('deleted_at', 'is not', null))
    .orderBy('id')
    .limit(3)
    .execute()
}

/**
 * Gives a user an identity that replaces their other one at this provider. A further identity is removed from a
 * cancelled user.
 */
export async function giveIdentity(
  db: Transaction<Tables>,
  userId: number,
  place: Provider['place'],
  subject: string,
): Promise<void> {
  if (typeof place === 'string') return updateUser(db, userId, { [place]: subject })
  const { slug: provider } = place
  await removeFurtherIdentity(db, userId, provider)
  await db.deleteFrom('user_identities').where('provider', '=', provider).where('subject', '=', subject).execute()
  await db.insertInto('user_identities').values({ provider, subject, user_id: userId }).execute()
}

export const furtherIdentitiesOf = (db: Db, userId: number) =>
  db
    .selectFrom('user_identities')
    .select(['provider', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()

/** Returns whether the user had one. */
export async function removeFurtherIdentity(db: Db, userId: number, provider: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const ofIdentity = (db: Db, slug: string, subject: string) =>
  db.selectFrom('user_identities').where('provider', '=', slug).where('subject', '=', subject)
