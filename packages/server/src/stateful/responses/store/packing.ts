import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { parseExact } from '@tollgate/gateway'
import type { OwnedSecrets, Secrets } from '../../../platform/secrets/secrets.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Longer than a request and its response together can be. */
const LARGEST_BYTES = 160 * 1024 * 1024

/**
 * Packs a user's data as text for the database, and unpacks it: compressed, and encrypted for exactly this user and id.
 */
export interface Packing {
  pack(userId: number, id: string, value: unknown): Promise<string>
  /** @throws if it was not packed for this user and id */
  unpack<Value>(userId: number, id: string, sealed: string): Promise<Value>
}

/** Cached keys, so that they are not derived for each call. */
const MOST_KEYS = 1_000

export function makePacking(secrets: Pick<Secrets, 'ownedBy'>): Packing {
  const keys = new Map<number, OwnedSecrets>()
  const keyOf = (userId: number): OwnedSecrets => {
    const known = keys.get(userId)
    if (known) return known
    if (keys.size >= MOST_KEYS) keys.clear()
    const made = secrets.ownedBy(`user ${userId}`)
    keys.set(userId, made)
    return made
  }
  return {
    async pack(userId, id, value) {
      const packed = await deflate(Buffer.from(JSON.stringify(value)), { level: 1 })
      return keyOf(userId).seal(packed, id)
    },
    async unpack<Value>(userId: number, id: string, sealed: string): Promise<Value> {
      const packed = keyOf(userId).open(sealed, id)
      // The type is that of the packed value.
      return parseStored((await inflate(packed, { maxOutputLength: LARGEST_BYTES })).toString()) as Value
    },
  }
}

/** Parses with every digit of numbers, unless there are too many values. */
function parseStored(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return JSON.parse(text)
  }
}
