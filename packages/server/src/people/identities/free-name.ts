import { USERNAME_MAX_LENGTH } from '@tollgate/contract'
import type { Transaction } from 'kysely'
import { ApiError } from '../../platform/http/api-error.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { Tables, UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { createUser, type Newcomer } from '../users/create-user.ts'

const ENDING_LENGTH = 4
/** Four letters of 62 hardly ever collide. */
const ATTEMPTS = 20

/**
 * Returns a free name like the wanted one: cleaned, shortened to the limit, and if taken, with a random ending, which
 * unlike a number reveals nothing about other users.
 */
export async function createWithFreeName(
  db: Transaction<Tables>,
  { wanted, ...newcomer }: Omit<Newcomer, 'username'> & { wanted: string },
  app: Pick<PeopleContext, 'options' | 'now'>,
): Promise<UserRow> {
  const base = cleaned(wanted) || 'user'
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = attempt === 0 && cleaned(wanted) !== '' ? base : withEnding(base)
    try {
      return await createUser(db, { ...newcomer, username }, app)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'username_taken') throw error
    }
  }
  throw new Error('no free user name was found')
}

const characters = (text: string, limit: number) => [...text].slice(0, limit).join('')

/** Removes what names must not contain, see `users/check-account.ts`. */
const cleaned = (wanted: string) =>
  characters(wanted.split('@', 1)[0]?.replace(/[\s\p{C}]/gu, '') ?? '', USERNAME_MAX_LENGTH)

const withEnding = (base: string) =>
  `${characters(base, USERNAME_MAX_LENGTH - ENDING_LENGTH - 1)}-${randomText(ENDING_LENGTH)}`
