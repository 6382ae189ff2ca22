/** A JSON object as a client sent it or got it. */
export type Item = Readonly<Record<string, unknown>>

/** A response that its client may ask for again, or go on from. */
export interface StoredResponse {
  userId: number
  id: string
  /** The response it goes on from; empty: none. */
  previousId: string
  /** The channel whose upstream keeps it; 0: it is kept here. */
  channelId: number
  /** The id of the key it was made with, where that channel has several. */
  channelKey?: string
  /** `completed`, `incomplete`, `failed`, `cancelled`; in the background also `queued` and `in_progress`. */
  status: string
  /** Unix seconds. */
  createdAt: number
  expiresAt: number
  /** While it is being made: when its process last said so, in unix seconds. */
  seenAt: number
  /** What is kept here; null: an upstream keeps it. */
  content: ResponseContent | null
}

export interface ResponseContent {
  /** The items that were new in its request. What they follow is kept with the responses before. */
  input: readonly Item[]
  /** As its client got it. */
  response: Item
}

/** A new id of the gateway’s own. Ids that grow keep the index compact. */
export const newResponseId = (): string => `resp_${Bun.randomUUIDv7().replaceAll('-', '')}`

/** Whether the gateway gave a response or a conversation its id. */
export const isOwnId = (id: string): boolean => /^(resp|conv)_[0-9a-f]{32}$/.test(id)

const LONGEST_ID = 512

/** Whether what an upstream calls a response can be asked for in a path: some letters, digits and signs. */
export const isUsableId = (id: string): boolean => id.length <= LONGEST_ID && /^[\w.:=+~@-]+$/.test(id)

/** The response an item of the gateway's own belongs to, by the item's id; null: the id is another's. */
export const responseOfItem = (itemId: string): string | null =>
  /^[a-z]{1,8}_(resp_[0-9a-f]{32})_\d{1,6}$/.exec(itemId)?.[1] ?? null
