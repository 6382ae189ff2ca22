import type { Options } from '../../../platform/options/index.ts'
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { type Db, inTransaction } from '../../../platform/storage/db.ts'
import { withTimeout } from '../../../platform/storage/with-timeout.ts'
import {
  type ConversationRow,
  conversationBytes,
  extendConversation,
  findConversation,
  findItem,
  insertConversation,
  insertItems,
  itemsIn,
  removeConversation,
  removeItem,
  setMetadata,
} from './conversation-store.ts'
import { makePacking } from './packing.ts'
import type { Item } from './stored-response.ts'

export interface Conversation {
  id: string
  /** Unix seconds. */
  createdAt: number
  metadata: Item
}

/** An item with its id. */
export interface ConversationItem {
  id: string
  /** As given, possibly without an id. */
  item: Item
}

/** Users' conversations. Other users' conversations are not found. */
export interface Conversations {
  create(userId: number, metadata: Item): Promise<Conversation>
  find(userId: number, id: string): Promise<Conversation | null>
  update(userId: number, id: string, metadata: Item): Promise<Conversation | null>
  remove(userId: number, id: string): Promise<boolean>
  /** Adds items at the end. @throws ConversationsFull; null: there is no such conversation. */
  add(userId: number, id: string, items: readonly Item[]): Promise<ConversationItem[] | null>
  /** Returns all items, oldest first, as given; null: there is no such conversation. */
  allItems(userId: number, id: string): Promise<Item[] | null>
  /** Returns all items with their ids, oldest first. */
  listItems(userId: number, id: string): Promise<ConversationItem[] | null>
  findItem(userId: number, id: string, itemId: string): Promise<ConversationItem | null>
  removeItem(userId: number, id: string, itemId: string): Promise<boolean>
}

/** The user has no more room. */
export class ConversationsFull extends Error {
  override name = 'ConversationsFull'
  constructor(readonly mib: number) {
    super('the conversations are full')
  }
}

interface Deps {
  db: Db
  secrets: Pick<Secrets, 'ownedBy'>
  options: Pick<Options, 'get'>
  /** Unix seconds. */
  now(): number
}

const DAY = 86_400
const MIB = 1024 * 1024

export function makeConversations({ db, secrets, options, now }: Deps): Conversations {
  const packing = makePacking(secrets)
  const expiry = () => now() + options.get('stored_responses.days') * DAY
  let lastPlace = 0

  /** Returns a position higher than all before, including those of other nodes. */
  function nextPlace(): number {
    lastPlace = Math.max(lastPlace + 1, Date.now() * PLACES_PER_MS)
    return lastPlace
  }

  async function open(row: ConversationRow | undefined): Promise<Conversation | null> {
    if (!row) return null
    const metadata = await packing.unpack<Item>(row.user_id, row.id, row.sealed)
    return { id: row.id, createdAt: row.created_at, metadata }
  }

  const find: Conversations['find'] = async (userId, id) =>
    open(await withTimeout(findConversation(db, userId, id, now())))

  const listItems: Conversations['listItems'] = async (userId, id) => {
    if (!(await withTimeout(findConversation(db, userId, id, now())))) return null
    const rows = await withTimeout(itemsIn(db, userId, id))
    return Promise.all(rows.map(async row => ({ id: row.id, item: await unpackItem(userId, id, row) })))
  }

  const unpackItem = (userId: number, id: string, row: { id: string; sealed: string }) =>
    packing.unpack<Item>(userId, `${id} ${row.id}`, row.sealed)

  return {
    find,
    listItems,
    async create(userId, metadata) {
      const id = `conv_${Bun.randomUUIDv7().replaceAll('-', '')}`
      const sealed = await packing.pack(userId, id, metadata)
      const createdAt = now()
      await insertConversation(db, { user_id: userId, id, created_at: createdAt, expires_at: expiry(), sealed })
      return { id, createdAt, metadata }
    },
    async update(userId, id, metadata) {
      await setMetadata(db, userId, id, await packing.pack(userId, id, metadata), expiry())
      return find(userId, id)
    },
    remove: (userId, id) => inTransaction(db, db => removeConversation(db, userId, id)),
    async add(userId, id, items) {
      const mib = options.get('stored_responses.mib_per_user')
      if ((await conversationBytes(db, userId)) > mib * MIB) throw new ConversationsFull(mib)
      const added = items.map(item => ({ id: idOf(item), item }))
      const places = added.map(nextPlace)
      if (!(await extendConversation(db, userId, id, now(), expiry()))) return null
      for (let at = 0; at < added.length; at += PACKED_AT_ONCE) {
        const packed = added.slice(at, at + PACKED_AT_ONCE).map(async ({ id: itemId, item }, index) => {
          const sealed = await packing.pack(userId, `${id} ${itemId}`, item)
          const place = places[at + index] ?? 0
          return { user_id: userId, conversation_id: id, id: itemId, place, bytes: sealed.length, sealed }
        })
        await insertItems(db, await Promise.all(packed))
        await yieldToEventLoop()
      }
      return added
    },
    async allItems(userId, id) {
      const items = await listItems(userId, id)
      return items?.map(({ item }) => item) ?? null
    },
    async findItem(userId, id, itemId) {
      if (!(await withTimeout(findConversation(db, userId, id, now())))) return null
      const row = await withTimeout(findItem(db, userId, id, itemId))
      return row ? { id: row.id, item: await unpackItem(userId, id, row) } : null
    },
    removeItem: (userId, id, itemId) => removeItem(db, userId, id, itemId),
  }
}

/** Other calls run between these. */
const PACKED_AT_ONCE = 50
const PLACES_PER_MS = 1_000
const LONGEST_ID = 128

const idOf = ({ id }: Item): string =>
  typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : `item_${Bun.randomUUIDv7().replaceAll('-', '')}`
