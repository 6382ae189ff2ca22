import { randomInt } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'

/** The purpose of a code or link; it does not work for another purpose, or for binding another user's address. */
export type CodePurpose = 'register' | 'reset' | `bind:${number}`

/** Excludes characters that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32⁶ codes; a client may try 20 in ten minutes and each lives three minutes, so guessing is hopeless. */
const CODE_LENGTH = 6

export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

type Means = Pick<PeopleContext, 'secrets' | 'now'>

interface Sent {
  purpose: CodePurpose
  email: string
  code: string
}

/** Stores the code sent to an address; it replaces the previous one with the same purpose. */
export async function rememberCode(db: Db, sent: Sent & { validSeconds: number }, means: Means): Promise<void> {
  const fingerprint = fingerprintOf(sent, means)
  const expires_at = means.now() + sent.validSeconds
  await db
    .insertInto('email_codes')
    .values({ purpose: sent.purpose, email: sent.email.toLowerCase(), fingerprint, expires_at })
    .onConflict(conflict => conflict.columns(['purpose', 'email']).doUpdateSet({ fingerprint, expires_at }))
    .execute()
}

/** Uses up a code. Only one of several concurrent attempts with the correct code returns true. */
export async function takeCode(db: Db, given: Sent, means: Means): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('email_codes').where(matching(given, means)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Whether a code is correct, without using it up: a cheap check before expensive work. */
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

/** Removes at most `limit` expired codes; returns how many. */
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
