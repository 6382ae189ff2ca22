type Item = Readonly<Record<string, unknown>>

/** Formats whose answers can be stored here. */
export type StoredFormatName = 'openai-responses' | 'gemini-interactions'

/** How a call uses stored responses. */
export interface StoredCall {
  userId: number
  /** The format of its response and of those it continues from. */
  format: StoredFormatName
  /** The id of its response, which the gateway makes. */
  id: string
  /** The channel whose upstream stores the responses it continues from; null: any channel may answer. */
  channelId: number | null
  /** The id of that channel's key, if it has several. */
  channelKey?: string | undefined
  /** The responses it continues from, oldest first. */
  chain: readonly string[]
  /** The conversation it reads from and adds to; empty: none. */
  conversationId: string
  /** The gateway put stored items into the request, because no upstream has the stored response. */
  isExpanded: boolean
  /** The gateway stores the response unless its upstream does. */
  isKept: boolean
  /** Its client gets the end only after the response is stored. */
  isAwaited: boolean
  /** Its client wants a shortened conversation instead of an answer. */
  isCompaction: boolean
  /** It runs on without its client. */
  isBackground: boolean
  /** In the background: whether its client also wants the stream. */
  isStream: boolean
  /** All items of the request, including those that the gateway added. */
  allItems(): Promise<readonly Item[]>
  /** The items that the client sent with this request. */
  input(): Promise<readonly Item[]>
  /** Members of the request that its response repeats. */
  members: Readonly<Record<string, unknown>>
}
