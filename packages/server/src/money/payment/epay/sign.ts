import { createHash, timingSafeEqual } from 'node:crypto'

/** The fields of a form or callback of the Epay protocol. */
export type Fields = Record<string, string>

/** Fields that are not signed: the signature itself and its type. */
const UNSIGNED = new Set(['sign', 'sign_type'])

/**
 * Returns the Epay protocol's signature: the MD5 of `a=1&b=2` followed by the merchant's key. Fields are sorted by name, and
 * empty ones are left out.
 */
export function signature(fields: Fields, key: string): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => !UNSIGNED.has(name) && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(signed + key)
    .digest('hex')
}

/** Returns whether the fields have the right signature; always false for an empty key. */
export function isSigned(fields: Fields, key: string): boolean {
  const given = Buffer.from(fields.sign ?? '')
  const right = Buffer.from(signature(fields, key))
  return key !== '' && given.length === right.length && timingSafeEqual(given, right)
}
