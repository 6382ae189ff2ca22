import { randomText } from '../../platform/process/random-text.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { TokenFilters } from './store.ts'

const KEY_LENGTH = 48
const HINT_HEAD = 6
const HINT_TAIL = 4

/** Makes a new key for storage: encrypted, with a fingerprint for look-ups and a hint for searches. */
export function newKey(secrets: Secrets) {
  const key = randomText(KEY_LENGTH)
  return {
    key_sealed: secrets.encrypt(key),
    key_fingerprint: secrets.fingerprint(key),
    key_hint: `${key.slice(0, HINT_HEAD)}…${key.slice(-HINT_TAIL)}`,
  }
}

/** Returns the filter for a key: a whole key by its fingerprint, a part by the hint. */
export function keyFilter(text: string, secrets: Secrets): Pick<TokenFilters, 'fingerprint' | 'hint'> {
  const key = text.trim().replace(/^sk-/, '')
  return key.length === KEY_LENGTH ? { fingerprint: secrets.fingerprint(key) } : { hint: key.slice(0, HINT_HEAD) }
}
