import { createHash, timingSafeEqual } from 'node:crypto'

/** The fields of a form or callback of the Epay protocol. */
export type Fields = Record<string, string>

/** Not signed: the signature itself, and how it was made. */
const UNSIGNED = new Set(['sign', 'sign_type'])

/**
 * The Epay protocol's signature: the MD5 of `a=1&b=2` and the merchant's key right after it; the fields sorted by name,
 * empty ones left out.
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

/** Whether the fields carry the signature only the holder of the key can make. Nobody holds an empty key. */
export function isSigned(fields: Fields, key: string): boolean {
  const given = Buffer.from(fields.sign ?? '')
  const right = Buffer.from(signature(fields, key))
  return key !== '' && given.length === right.length && timingSafeEqual(given, right)
}
