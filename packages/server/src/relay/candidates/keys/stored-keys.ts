import type { KeySpread } from '@tollgate/contract'
import { providerOf } from '@tollgate/gateway'
import { consoleError } from '../../../platform/http/console-error.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChannelRow } from '../../../platform/storage/schema.ts'
import { splitDocuments } from './split-documents.ts'

/** The redactor searches for every key, so more would slow it down. */
const MOST_KEYS = 500

/** Splits the upstream keys of a form: one per line, or JSON documents where a key has several lines. */
export function keysOf(type: number, text: string): string[] {
  const keys = providerOf(type)?.keyHasLines ? splitDocuments(text) : text.split('\n')
  return keys.map(key => key.trim()).filter(key => key !== '')
}

type SealedKeys = Pick<ChannelRow, 'key_sealed' | 'key_spread'>

/** Encrypts the keys of a channel. Throws an `ApiError` if there are too many. */
export function sealKeys(given: readonly string[], spread: KeySpread | '', secrets: Secrets): SealedKeys {
  const keys = [...new Set(given)]
  if (keys.length > MOST_KEYS) throw consoleError('channel_keys_too_many', { limit: MOST_KEYS }, 'key')
  return { key_spread: spread, key_sealed: secrets.encrypt(spread ? JSON.stringify(keys) : (keys[0] ?? '')) }
}

/** Returns the keys of a channel, in the order they were given. */
export function openKeys({ key_sealed, key_spread }: SealedKeys, secrets: Secrets): string[] {
  const opened = secrets.decrypt(key_sealed)
  return key_spread ? (JSON.parse(opened) as string[]) : [opened]
}

/** Names a key for the database, the console and the log without revealing it. */
export const keyIdOf = (key: string, secrets: Pick<Secrets, 'fingerprint'>): string =>
  secrets.fingerprint(`channel key ${key}`).slice(0, 16)

const SHORTEST_HINTED = 16
const HINT_LENGTH = 4

/** Returns the last characters of a key, of an account's key id, or of the first part of a key with several parts. */
export function hintOf(key: string): string {
  const shown = key.startsWith('{') ? keyIdIn(key) : (key.split('|')[0] ?? '')
  return shown.length < SHORTEST_HINTED ? '' : shown.slice(-HINT_LENGTH)
}

function keyIdIn(account: string): string {
  try {
    const { private_key_id: id } = JSON.parse(account) as { private_key_id?: unknown }
    return typeof id === 'string' ? id : ''
  } catch {
    return ''
  }
}
