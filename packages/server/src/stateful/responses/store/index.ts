import type { Logger } from 'pino'
import type { Options } from '../../../platform/options/index.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Db } from '../../../platform/storage/db.ts'
import { withTimeout } from '../../../platform/storage/with-timeout.ts'
import { makePacking } from './packing.ts'
import {
  findChain,
  findResponse,
  finishResponse,
  insertResponses,
  isAnybodys,
  keepLonger,
  type ResponseRow,
  removeOldest,
  removeResponse,
  touchResponses,
} from './store.ts'
import { isOwnId, isUsableId, type ResponseContent, type StoredResponse } from './stored-response.ts'
import { makeWriteQueue } from './write-queue.ts'

export { UNFINISHED } from './store.ts'
export type { Item, ResponseContent, StoredResponse } from './stored-response.ts'
export { isInteractionId, isOwnId, newInteractionId, newResponseId, responseOfItem } from './stored-response.ts'

/** A response to keep. */
export type NewResponse = Omit<StoredResponse, 'createdAt' | 'expiresAt' | 'seenAt'> & {
  /** Its approximate length in characters. */
  size: number
  /** The responses it continues, which are kept as long as it is. */
  chain: readonly string[]
}

/** Users' stored responses. Other users' responses are not found. */
export interface StoredResponses {
  find(userId: number, id: string): Promise<StoredResponse | null>
  /** Returns a response and the ones it continues, oldest first; null: one of them does not exist. */
  chain(userId: number, id: string): Promise<StoredResponse[] | null>
  /** Whether the gateway does not know a response of any user, so that an upstream may know it. */
  isForeign(id: string): Promise<boolean>
  /**
   * Can be found in this process at once, and on every node when the promise resolves. Rejects if it cannot be written.
   */
  keep(response: NewResponse): Promise<void>
  /** Ends a running response; no effect if it has ended or was deleted. Returns whether it had an effect. */
  finish(userId: number, id: string, status: string, content: ResponseContent): Promise<boolean>
  /** Reports that responses are still running here. Returns the ids of those no longer wanted. */
  stillMaking(ids: readonly string[]): Promise<Set<string>>
  /** Returns whether it existed. */
  remove(userId: number, id: string): Promise<boolean>
  /** Resolves when everything is written. */
  close(): Promise<void>
}

interface Deps {
  db: Db
  secrets: Pick<Secrets, 'ownedBy'>
  options: Pick<Options, 'get'>
  log: Pick<Logger, 'error'>
  /** Unix seconds. */
  now(): number
}

const DAY = 86_400
const MIB = 1024 * 1024
/** Another node may not have written its latest answer yet. */
const LOOK_AGAIN_AFTER_MS = [50, 200]
/** The most characters that wait to be written while the database is slow or away. */
const MOST_PENDING = 128 * MIB
/** A user's total is checked after this share of the limit was added. */
const SHARE_BETWEEN_LOOKS = 1 / 16

export function makeStoredResponses({ db, secrets, options, log, now }: Deps): StoredResponses {
  const packing = makePacking(secrets)
  /** Entries that are not written yet. */
  let pendingSize = 0
  const pending = new Map<string, { response: StoredResponse; written: Promise<void> }>()
  /** Bytes written for each user since the last check of the total. */
  const added = new Map<number, number>()

  const writeAll = async (entries: readonly (NewResponse & StoredResponse)[]) => {
    const rows = await Promise.all(entries.map(rowOf))
    await insertResponses(db, rows)
    for (const { userId, chain, expiresAt } of entries) await keepLonger(db, userId, chain, expiresAt)
    for (const { user_id, bytes } of rows) await limitTotal(user_id, bytes)
  }
  const queue = makeWriteQueue(writeAll, ({ userId, id }) => keyOf(userId, id))

  async function rowOf(response: StoredResponse): Promise<ResponseRow> {
    const { userId, id, content } = response
    const sealed = content ? await packing.pack(userId, id, content) : ''
    return {
      user_id: userId,
      id,
      previous_id: response.previousId,
      channel_id: response.channelId,
      channel_key: response.channelKey ?? '',
      status: response.status,
      bytes: sealed.length,
      created_at: response.createdAt,
      expires_at: response.expiresAt,
      seen_at: response.createdAt,
      sealed,
    }
  }

  async function limitTotal(userId: number, bytes: number): Promise<void> {
    const most = options.get('stored_responses.mib_per_user') * MIB
    const sinceLook = (added.get(userId) ?? most) + bytes
    if (sinceLook < most * SHARE_BETWEEN_LOOKS) return void added.set(userId, sinceLook)
    added.set(userId, 0)
    await removeOldest(db, userId, most)
  }

  async function open(row: ResponseRow): Promise<StoredResponse> {
    return {
      userId: row.user_id,
      id: row.id,
      previousId: row.previous_id,
      channelId: row.channel_id,
      channelKey: row.channel_key,
      status: row.status,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      seenAt: row.seen_at,
      content: row.sealed === '' ? null : await packing.unpack<ResponseContent>(row.user_id, row.id, row.sealed),
    }
  }

  /** Looks again for a little while if nothing was found. */
  async function patiently<Found>(look: () => Promise<Found | null>): Promise<Found | null> {
    let found = await look()
    for (const wait of LOOK_AGAIN_AFTER_MS) {
      if (found !== null) return found
      await Bun.sleep(wait)
      found = await look()
    }
    return found
  }

  async function lookForChain(userId: number, id: string): Promise<StoredResponse[] | null> {
    const newestFirst: StoredResponse[] = []
    let next = id
    for (let held = pending.get(keyOf(userId, next)); held; held = pending.get(keyOf(userId, next))) {
      newestFirst.push(held.response)
      next = held.response.channelId === 0 ? held.response.previousId : ''
    }
    if (next !== '') {
      const rows = await withTimeout(findChain(db, userId, next, now()))
      // An upstream that stores a response also stores the ones it continues.
      const kept = rows.findIndex(({ channel_id }) => channel_id !== 0)
      const own = kept === -1 ? rows : rows.slice(0, kept + 1)
      if (own.length === 0 || (kept === -1 && own.at(-1)?.previous_id !== '')) return null
      newestFirst.push(...(await Promise.all(own.map(open))))
    }
    return newestFirst.reverse()
  }

  return {
    find: (userId, id) =>
      patiently(async () => {
        const held = pending.get(keyOf(userId, id))
        if (held) return held.response
        const row = await withTimeout(findResponse(db, userId, id, now()))
        return row ? open(row) : null
      }),
    chain: (userId, id) => patiently(() => lookForChain(userId, id)),
    isForeign: async id => !isOwnId(id) && !(await withTimeout(isAnybodys(db, id))),
    async keep(given) {
      if (!isUsableId(given.id)) {
        log.error({ userId: given.userId, channelId: given.channelId }, 'an upstream gave a response an invalid id')
        throw new Error('the id of a response is invalid')
      }
      const createdAt = now()
      const expiresAt = createdAt + options.get('stored_responses.days') * DAY
      const response = { ...given, createdAt, expiresAt, seenAt: createdAt }
      const key = keyOf(given.userId, given.id)
      if (pendingSize + given.size > MOST_PENDING) throw new Error('too many responses wait to be stored')
      pendingSize += given.size
      const written = queue.put(response)
      const held = { response, written }
      pending.set(key, held)
      try {
        await written
      } catch (error) {
        log.error({ err: error, userId: given.userId, responseId: given.id }, 'a response could not be stored')
        throw error
      } finally {
        pendingSize -= given.size
        if (pending.get(key) === held) pending.delete(key)
      }
    },
    async finish(userId, id, status, content) {
      await pending.get(keyOf(userId, id))?.written.catch(() => undefined)
      return finishResponse(db, userId, id, { status, sealed: await packing.pack(userId, id, content) })
    },
    async stillMaking(ids) {
      const wanted = await touchResponses(db, ids, now())
      return new Set(ids.filter(id => !wanted.has(id)))
    },
    async remove(userId, id) {
      await pending.get(keyOf(userId, id))?.written.catch(() => undefined)
      return removeResponse(db, userId, id)
    },
    close: () => queue.settled(),
  }
}

const keyOf = (userId: number, id: string): string => `${userId} ${id}`
