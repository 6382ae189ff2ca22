import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createDeflateRaw, deflateRaw, inflateRaw } from 'node:zlib'
import { parseExact } from '@tollgate/gateway'
import { encodeInTurns } from '../../../platform/process/text-pieces.ts'
import type { OwnedSecrets, Secrets } from '../../../platform/secrets/secrets.ts'
import { LONGEST_AT_ONCE, writeInTurns } from '../../../relay/request/large-body/write-in-turns.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

const FAST = { level: 1 }

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
      return keyOf(userId).seal(await deflated(await writeInTurns(value)), id)
    },
    async unpack<Value>(userId: number, id: string, sealed: string): Promise<Value> {
      const packed = keyOf(userId).open(sealed, id)
      // The type is that of the packed value.
      return parseStored((await inflate(packed, { maxOutputLength: LARGEST_BYTES })).toString()) as Value
    },
  }
}

/** Compresses a text, a long one piece by piece so that other calls run in between. */
async function deflated(text: string): Promise<Uint8Array> {
  if (text.length <= LONGEST_AT_ONCE) return deflate(Buffer.from(text), FAST)
  const packed: Uint8Array[] = []
  const packing = Readable.from(encodeInTurns(text)).pipe(createDeflateRaw(FAST))
  for await (const piece of packing) packed.push(piece)
  return Buffer.concat(packed)
}

/** Parses with every digit of numbers, unless there are too many values. */
function parseStored(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return JSON.parse(text)
  }
}
