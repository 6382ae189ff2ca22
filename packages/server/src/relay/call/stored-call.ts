type Item = Readonly<Record<string, unknown>>

/** Formats whose answers can be stored here. */
export type StoredFormatName = 'openai-responses' | 'gemini-interactions'

/** How a call uses stored responses. */
export interface StoredCall {
  userId: number
  /** The format of its response and of those it continues from. */
  format: StoredFormatName
  /** The id of its response, where the gateway writes it. */
  id: string
  /** The channel whose upstream keeps the responses it continues from; null: any channel may answer. */
  channelId: number | null
  /** The id of that channel's key, where it has several. */
  channelKey?: string | undefined
  /** The responses it continues from, oldest first. */
  chain: readonly string[]
  /** The conversation it reads from and adds to; empty: none. */
  conversationId: string
  /** The gateway put stored items into the request; no upstream knows of the stored response. */
  isExpanded: boolean
  /** The response is kept here, unless its upstream keeps it. */
  isKept: boolean
  /** Its client reads the end only after it is stored. */
  isAwaited: boolean
  /** Its client wants the conversation back, shortened, instead of an answer. */
  isCompaction: boolean
  /** It continues without its client. */
  isBackground: boolean
  /** In the background: whether its client also wants the stream. */
  isStream: boolean
  /** All items that the gateway put into the request or found in it. */
  allItems(): readonly Item[]
  /** The items that are new in the request. */
  input(): readonly Item[]
  /** Members that its response repeats about itself. */
  members: Readonly<Record<string, unknown>>
}
