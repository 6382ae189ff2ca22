import { randomText } from '../../platform/process/random-text.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { TokenFilters } from './store.ts'

const KEY_LENGTH = 48
const HINT_HEAD = 6
const HINT_TAIL = 4
/** Keys from other gateways may be shorter than ours. */
const SHORTEST_HINTED = 32

/** Makes a new key for storage. */
export const newKey = (secrets: Secrets) => keyColumns(randomText(KEY_LENGTH), secrets)

/** Returns a key as it is stored: encrypted, with a fingerprint for look-ups and a hint for searches. */
export const keyColumns = (key: string, secrets: Secrets) => ({
  key_sealed: secrets.encrypt(key),
  key_fingerprint: secrets.fingerprint(key),
  // A hint must not reveal most of a short key.
  key_hint: key.length < SHORTEST_HINTED ? '…' : `${key.slice(0, HINT_HEAD)}…${key.slice(-HINT_TAIL)}`,
})

/** Returns the filter for a key: a whole key by its fingerprint, a part by the hint. */
export function keyFilter(text: string, secrets: Secrets): Pick<TokenFilters, 'fingerprint' | 'hint'> {
  const key = text.trim().replace(/^sk-/, '')
  return key.length === KEY_LENGTH ? { fingerprint: secrets.fingerprint(key) } : { hint: key.slice(0, HINT_HEAD) }
}
