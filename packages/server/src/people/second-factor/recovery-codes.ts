import { randomInt } from 'node:crypto'
import type { Db } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { replaceRecoveryCodes } from './store.ts'

const COUNT = 10
/** Excludes characters that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32¹² codes, or 60 bits: too many to guess, so these are accepted even when one-time codes are not. */
const LENGTH = 12

/** Makes ten recovery codes, stored only as fingerprints; they replace the previous ones. */
export async function makeRecoveryCodes(db: Db, userId: number, secrets: PeopleContext['secrets']): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map(code => recoveryFingerprint(code, userId, secrets)),
  )
  return codes
}

/** Ignores case and dashes. */
export const recoveryFingerprint = (code: string, userId: number, secrets: PeopleContext['secrets']): string =>
  secrets.fingerprint(`recovery code ${userId} ${code.replace(/[\s-]/g, '').toUpperCase()}`)

/** Makes a code such as `7KQM-X2PA-R9DT`. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
}
