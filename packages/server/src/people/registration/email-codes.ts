import { randomInt } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

/** What a code or a link is for: one sent for another purpose, or to bind another user's address, is worth nothing. */
export type CodePurpose = 'register' | 'reset' | `bind:${number}`

/** Without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32⁶ codes, of which a client may try 20 in ten minutes and each lives for three: guessing is hopeless. */
const CODE_LENGTH = 6

export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

type Means = Pick<PeopleContext, 'secrets' | 'now'>

interface Sent {
  purpose: CodePurpose
  email: string
  code: string
}

/** Remembers what was sent to an address; what was sent before for the same purpose is void. */
export async function rememberCode(db: Db, sent: Sent & { validSeconds: number }, means: Means): Promise<void> {
  const fingerprint = fingerprintOf(sent, means)
  const expires_at = means.now() + sent.validSeconds
  await db
    .insertInto('email_codes')
    .values({ purpose: sent.purpose, email: sent.email.toLowerCase(), fingerprint, expires_at })
    .onConflict(conflict => conflict.columns(['purpose', 'email']).doUpdateSet({ fingerprint, expires_at }))
    .execute()
}

/** Uses a code up. Of several attempts with the right one a single one returns true. */
export async function takeCode(db: Db, given: Sent, means: Means): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('email_codes').where(matching(given, means)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether a code is right, without using it up: what costs much waits for that. */
export async function isCodeRight(db: Db, given: Sent, means: Means): Promise<boolean> {
  const found = await db.selectFrom('email_codes').select('purpose').where(matching(given, means)).executeTakeFirst()
  return found !== undefined
}

const matching =
  (given: Sent, means: Means) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'email_codes'>) =>
    and([
      eb('purpose', '=', given.purpose),
      eb('email', '=', given.email.toLowerCase()),
      eb('fingerprint', '=', fingerprintOf(given, means)),
      eb('expires_at', '>', means.now()),
    ])

/** Removes at most `limit` codes that are over; returns how many. */
export async function removeExpiredCodes(db: Db, now: number, limit: number): Promise<number> {
  const expired = db.selectFrom('email_codes').select(['purpose', 'email']).where('expires_at', '<=', now).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('email_codes')
    .where(({ eb, refTuple }) => eb(refTuple('purpose', 'email'), 'in', expired.$asTuple('purpose', 'email')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const fingerprintOf = ({ purpose, email, code }: Sent, { secrets }: Means) =>
  secrets.fingerprint(`mail code ${purpose} ${email.toLowerCase()} ${code.toUpperCase()}`)
