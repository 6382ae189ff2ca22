/** A JSON object as a client sent or received it. */
export type Item = Readonly<Record<string, unknown>>

/** A response that its client may fetch or continue. */
export interface StoredResponse {
  userId: number
  id: string
  /** The previous response; empty: none. */
  previousId: string
  /** The channel whose upstream stores it; 0: it is stored here. */
  channelId: number
  /** The id of the key that created it, if that channel has several. */
  channelKey?: string
  /** `completed`, `incomplete`, `failed`, `cancelled`; in the background also `queued` and `in_progress`. */
  status: string
  /** Unix seconds. */
  createdAt: number
  expiresAt: number
  /** While it runs: the last sign of life of its process, in unix seconds. */
  seenAt: number
  /** The content stored here; null: an upstream stores it. */
  content: ResponseContent | null
}

export interface ResponseContent {
  /** The new items of its request. Earlier ones are stored with the previous responses. */
  input: readonly Item[]
  /** As its client received it. */
  response: Item
}

/** Makes one of the gateway's own ids. Increasing ids keep the index compact. */
export const newResponseId = (): string => newId('resp')
export const newInteractionId = (): string => newId('int')

const newId = (kind: string): string => `${kind}_${Bun.randomUUIDv7().replaceAll('-', '')}`

/** Whether the gateway gave a response, an interaction or a conversation its id. */
export const isOwnId = (id: string): boolean => /^(resp|int|conv)_[0-9a-f]{32}$/.test(id)

/** Interactions share the table of responses, but neither is found as the other. */
export const isInteractionId = (id: string): boolean => id.startsWith('int_') && isOwnId(id)

const LONGEST_ID = 512

/** Whether an upstream's id of a response can be used in a path. */
export const isUsableId = (id: string): boolean => id.length <= LONGEST_ID && /^[\w.:=+~@-]+$/.test(id)

/** Returns the response that one of the gateway's own item ids belongs to; null: not the gateway's id. */
export const responseOfItem = (itemId: string): string | null =>
  /^[a-z]{1,8}_(resp_[0-9a-f]{32})_\d{1,6}$/.exec(itemId)?.[1] ?? null
